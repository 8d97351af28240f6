/** Tries every HTTP operation as every wrong caller, then as the right one with the same ids. */
import { setTimeout as pause } from 'node:timers/promises'
import { errorStatus } from '#proto/errors.ts'
import { operationNamed } from '#proto/operations/index.ts'
import { sendAs } from '#scripts/lab/fuzz/sender.ts'
import { codeOf, judge } from '#scripts/lab/walk/judge.ts'
import { requestOf } from '#scripts/testing/generate/requests.ts'
import type { PublicName, Values } from '#scripts/testing/generate/rules.ts'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import type { Person } from '#scripts/testing/people.ts'
import { type Cell, cellsOf, factsOf, namedIn, rowName } from './cells.ts'
import { leaksIn, secretIds } from './leaks.ts'
import { changedRows } from './owner-rows.ts'
import { isClosedToBlocked, isTriedAsWrong, WRONG_CALLERS, type WrongCaller } from './principals.ts'
import { type AccessRow, ROWS } from './rows.ts'
import { freshAddress, type Scene, signInAsOther } from './scene.ts'
import { naming, withoutProof } from './unknown.ts'

const TRIES = 4
const PAUSE_MS = 1_000
export const FOREIGN = 'https://elsewhere.example'
/** Content of a visitor's page that changes with each request: keys of its forms, the time, and how long its ring is still live. */
const MADE_NEW = new RegExp(
  [
    String.raw`[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}`,
    String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`,
    String.raw`\d+ seconds left`,
    String.raw`--left:\d+ms;--share:[\d.]+`,
    String.raw`<b>\d+:\d\d</b>`,
  ].join('|'),
  'g',
)

type Sent = {
  readonly input: Values
  readonly cookie?: string
  readonly address?: string
  readonly origin?: string
  /** An API token. */
  readonly token?: string
}
/** The errors of a cell, as sentences; none if it matches the contract. */
type Failures = readonly string[]

const TABLE = (Object.keys(ROWS) as PublicName[]).flatMap((name) => ROWS[name].map((row) => [name, row] as const))
/** Any caller may call it. Such rows are tried after the others, because their effects appear a moment later. */
const isOpen = ([name, row]: readonly [PublicName, AccessRow]) => cellsOf(name, row).some(({ expected }) => expected.answer === 'open')

export class HttpMatrix {
  /** How many cells were tried, by caller. */
  readonly tried = new Map<string, number>()
  readonly #scene: Scene
  readonly #secretIds: readonly string[]

  constructor(scene: Scene) {
    this.#scene = scene
    this.#secretIds = secretIds(scene.owned)
  }

  /** Every wrong caller of every row. @returns the leaks */
  async tryWrongCallers(): Promise<Failures> {
    const failures: string[] = []
    let before = await this.#scene.rows.read()
    for (const [name, row] of [...TABLE.filter((one) => !isOpen(one)), ...TABLE.filter(isOpen)]) {
      const cells = cellsOf(name, row).filter(({ expected }) => isTriedAsWrong(expected))
      const found = await Promise.all(cells.map((cell) => this.#tryWrong(name, row, cell)))
      failures.push(...found.flat())
      const after = await this.#scene.rows.read()
      const { gone, come } = changedRows(before, after)
      // Callers who may ring or request a link add rows to the owner, and change none that existed before.
      const changed = isOpen([name, row]) ? gone : [...gone, ...come]
      if (changed.length) failures.push(`${rowName(name, row)}: a wrong caller changed ${changed.join('\n  ')}`)
      before = isOpen([name, row]) ? new Set([...before].filter((stored) => after.has(stored))) : after
    }
    return failures
  }

  /** The right caller of every row, from a blocked address if the operation allows blocked addresses. @returns what failed */
  async tryRightCallers(): Promise<Failures> {
    const failures: string[] = []
    for (const [name, row] of TABLE) {
      const { operation, isPremium } = factsOf(name, row)
      const isClosed = isClosedToBlocked(operation) && !operation.knownDevicePasses
      const person = this.#rightPerson(name, row)
      const input = isPremium ? (row.premium?.(this.#scene.owned) ?? {}) : this.#inputOf(row)
      const answer = await this.#send(name, {
        input,
        cookie: person?.client.cookieHeader ?? '',
        address: isClosed ? freshAddress() : this.#scene.blockedAddress,
      })
      person?.client.keepCookies(answer.headers['set-cookie'])
      this.#count('right caller')
      if (!isClosedToBlocked(operation)) this.#count(WRONG_CALLERS.blockedAddress)
      const isRight = row.answer ? codeOf(answer) === row.answer : outcomeOf(name, answer, input)
      if (!isRight) failures.push(`${rowName(name, row)}, right caller: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    return failures
  }

  #count(caller: string): void {
    this.tried.set(caller, (this.tried.get(caller) ?? 0) + 1)
  }

  #inputOf(row: AccessRow): Values {
    const { owned } = this.#scene
    return (row.premium ?? row.input)?.(owned) ?? {}
  }

  /** @returns undefined for a caller without any cookie */
  #rightPerson(name: PublicName, row: AccessRow): Person | undefined {
    const { accounts, resident, spare, rings } = this.#scene.owned
    const { caller } = factsOf(name, row).performs
    if (row.device) return row.device === 'spare' ? spare : accounts[row.device].resident
    if (caller === 'resident' || (caller === 'either' && !row.ring)) return row.account ? accounts[row.account].resident : resident
    return row.ring && rings[row.ring].visitor
  }

  async #cookieOf(caller: WrongCaller, name: PublicName, row: AccessRow): Promise<string> {
    const { other, otherVisitor, free, wall, revoked, deleted } = this.#scene
    if (caller === 'otherResident') return (row.endsSession ? await signInAsOther(other) : other).client.cookieHeader
    if (caller === 'otherVisitor') return otherVisitor.client.cookieHeader
    if (caller === 'freeResident') return free.client.cookieHeader
    if (caller === 'wrongOrigin') return this.#rightPerson(name, row)?.client.cookieHeader ?? ''
    if (caller === 'wallDisplay') return wall
    if (caller === 'revokedSession') return revoked
    return caller === 'deletedAccount' ? deleted : ''
  }

  #tokenOf(caller: WrongCaller, name: PublicName): string | undefined {
    if (caller === 'revokedToken') return this.#scene.revokedToken
    return caller === 'apiToken' ? this.#scene.tokenWithout(operationNamed(name).scope) : undefined
  }

  /** Repeats a request that timed out on a slow machine, as clients do. Only for wrong callers, whose requests have no effect. */
  async #sendAgain(name: PublicName, sent: Sent): Promise<HttpAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#send(name, sent)
      if (tries === TRIES || codeOf(answer) !== 'unavailable') return answer
      await pause(PAUSE_MS)
    }
  }

  #send(name: PublicName, { input, cookie = '', address = freshAddress(), origin, token }: Sent): Promise<HttpAnswer> {
    const request = requestOf(name, input)
    const headers = {
      ...request.headers,
      ...(origin ? { origin } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    return sendAs(this.#scene.world.url, { ...request, headers }, cookie, address)
  }

  async #tryWrong(name: PublicName, row: AccessRow, { caller, expected }: Cell): Promise<Failures> {
    this.#count(WRONG_CALLERS[caller])
    const { proof, isPremium } = factsOf(name, row)
    const { freeBasics, blockedAddress } = this.#scene
    const right = this.#inputOf(row)
    const knowsAll = caller === 'blockedAddress' || caller === 'wrongOrigin'
    const isFree = caller === 'freeResident' && isPremium
    const input = isFree ? (row.premium?.(freeBasics) ?? {}) : knowsAll ? right : withoutProof(right, proof)
    const token = this.#tokenOf(caller, name)
    const as = {
      cookie: await this.#cookieOf(caller, name, row),
      ...(token ? { token } : {}),
      ...(caller === 'blockedAddress' ? { address: blockedAddress } : {}),
      ...(caller === 'wrongOrigin' ? { origin: FOREIGN } : {}),
    }
    const where = `${rowName(name, row)}, ${WRONG_CALLERS[caller]}`
    const answer = await this.#sendAgain(name, { ...as, input })
    const wrong = this.#judge(name, { expected, answer, input })
    if (knowsAll || expected.answer === 'open') return wrong.map((what) => `${where}: ${what}`)
    const ofOwner = isFree ? await this.#sendAgain(name, { ...as, input: right }) : answer
    const asForNone = await this.#differsFromNone(name, row, { as, answer: ofOwner })
    return [...wrong, ...asForNone].map((what) => `${where}: ${what}`)
  }

  #judge(name: PublicName, { expected, answer, input }: { expected: Cell['expected']; answer: HttpAnswer; input: Values }): Failures {
    const { status, text, headers } = answer
    const seen = `${status} ${text.slice(0, 200)}`
    if (expected.answer === 'unreadable') {
      const isReadable = Object.keys(headers).some((header) => header.startsWith('access-control-'))
      return isReadable || headers['cross-origin-resource-policy'] !== 'same-origin' ? ['another site may read the answer'] : []
    }
    const { path, headers: own, body = '' } = requestOf(name, input)
    const leaks = leaksIn(JSON.stringify(headers) + text, `${path} ${JSON.stringify(own)} ${String(body)}`, this.#secretIds)
    const shown = leaks.length ? [`the answer contains ${leaks.join(', ')}`] : []
    if (expected.answer === 'refused') {
      const isForm = operationNamed(name).http?.body === 'form'
      const isRight = status === errorStatus(expected.code) && (isForm || codeOf(answer) === expected.code)
      return isRight ? shown : [`expected ${errorStatus(expected.code)} ${expected.code}, got ${seen}`, ...shown]
    }
    const isDone = outcomeOf(name, answer, input)
    const isRight = expected.answer === 'own' ? isDone !== undefined : isDone
    return isRight ? shown : [`expected success, got ${seen}`, ...shown]
  }

  /** Another account's object must get the same answer, byte for byte, as one that never existed. */
  async #differsFromNone(
    name: PublicName,
    row: AccessRow,
    { as, answer }: { as: Omit<Sent, 'input'>; answer: HttpAnswer },
  ): Promise<Failures> {
    const { proof } = factsOf(name, row)
    const right = this.#inputOf(row)
    if (!namedIn(name, right).length && proof === undefined) return []
    const none = await this.#sendAgain(name, { ...as, input: naming(name, right, proof) })
    const [one, other] = [answer, none].map(({ status, text }) => `${status} ${text.replaceAll(MADE_NEW, '…')}`)
    return one === other ? [] : [differenceOf(one ?? '', other ?? '')]
  }
}

const SHOWN = 120
function differenceOf(one: string, none: string): string {
  const at = Math.max(0, [...one].findIndex((sign, index) => sign !== none[index]) - SHOWN / 2)
  return `answered …${one.slice(at, at + SHOWN)}…, but where nothing exists …${none.slice(at, at + SHOWN)}…`
}

/** @returns whether the operation was done; undefined for an answer that the contract does not allow */
function outcomeOf(name: PublicName, answer: HttpAnswer, input: Values): boolean | undefined {
  try {
    return judge(name, answer, input)
  } catch {
    return undefined
  }
}
