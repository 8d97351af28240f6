/** Sends valid and hostile requests of every operation, each from its own address. */
import fc from 'fast-check'
import { operationNamed } from '#proto/operations/index.ts'
import { Fault } from '#scripts/lab/walk/fault.ts'
import { codeOf, judge } from '#scripts/lab/walk/judge.ts'
import { fillInput, inputsOf, requestOf, type WireRequest } from '#scripts/testing/generate/requests.ts'
import { type PublicName, publicNames, RULES } from '#scripts/testing/generate/rules.ts'
import { endsItsAccount, mailedLinkFor, usesMailedLink } from '#scripts/testing/generate/throwaway.ts'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import type { Person } from '#scripts/testing/people.ts'
import { type Crowd, inGroups } from './crowd.ts'
import { changes } from './hostile-requests.ts'
import { isPolluted } from './hostile-values.ts'
import { addressOf, sendAs, sendHalf } from './sender.ts'
import { type Result, Tally } from './tally.ts'

const AT_ONCE = 8
const HALF_EVERY = 60
const REFRESH_EVERY = 1_500
/** Every fourth request of an operation is hostile. */
const TURN = 4
/** The minimum number of times each operation must reach its handler. */
export const MIN_VALID = 30
const TOP_UP_TRIES = 12
/** Sent beyond the missing ones, since not every request reaches its handler. */
const SPARE = 5
const PAST_A_MINUTE = 61_000
/** Errors raised before the handler. */
const RAISED_BEFORE_HANDLER = new Set(['validation_failed', 'malformed', 'unauthenticated', 'too_large', 'media_type', 'origin_refused'])
/** The answer to a form is a page without an error code. If the ids existed, only the form's handler answers with these statuses. */
const HANDLERS_PAGES = new Set([404, 409])
/** Every eighth request has a valid link, which needs a separate account; the others have unknown links. */
const LINK_EVERY = 8
const PAST_A_DAY = 25 * 3_600_000

/**
 * Operations that never succeed: this server takes no payments, no receiver answers, links to photos are signed for receivers, and
 * invitations name doors in a list, which is not filled with existing ones.
 */
export const NEVER_DONE: readonly PublicName[] = [
  'doorbell.invite_member',
  'doorbell.invitation',
  'doorbell.accept_invitation',
  'billing.create_checkout_session',
  'billing.create_portal_session',
  'billing.resume',
  'notify.replay_delivery',
  'doorbell.linked_photo',
  'gateway.stripe_webhook',
]
const WITH_WEBHOOK = ['auth.confirm_password', 'notify.add_webhook'] as const
/** Operations that create data for others. */
const MADE_BY: Partial<Record<PublicName, readonly PublicName[]>> = {
  'auth.picture': ['auth.put_picture'],
  'notify.change_webhook': WITH_WEBHOOK,
  'notify.rotate_webhook': WITH_WEBHOOK,
  'notify.remove_webhook': WITH_WEBHOOK,
  'notify.test_webhook': WITH_WEBHOOK,
  'notify.webhook_deliveries': WITH_WEBHOOK,
  'auth.enrol_two_factor': ['auth.confirm_password'],
  'auth.confirm_two_factor': ['auth.confirm_password', 'auth.enrol_two_factor'],
  'auth.disable_two_factor': ['auth.confirm_password', 'auth.enrol_two_factor', 'auth.confirm_two_factor'],
  'auth.replace_recovery_codes': ['auth.confirm_password', 'auth.enrol_two_factor', 'auth.confirm_two_factor'],
  'auth.begin_passkey': ['auth.confirm_password'],
  'auth.add_passkey': ['auth.confirm_password', 'auth.begin_passkey'],
  'auth.rename_passkey': ['auth.confirm_password', 'auth.begin_passkey', 'auth.add_passkey'],
  'auth.remove_passkey': ['auth.confirm_password', 'auth.begin_passkey', 'auth.add_passkey'],
  'auth.confirm_passkey': ['auth.confirm_password', 'auth.begin_passkey', 'auth.add_passkey', 'auth.begin_passkey_check'],
  'auth.sign_in_with_passkey': ['auth.confirm_password', 'auth.begin_passkey', 'auth.add_passkey', 'auth.begin_passkey_sign_in'],
  'auth.begin_recovery': ['auth.confirm_password', 'auth.enrol_two_factor', 'auth.confirm_two_factor', 'auth.request_recovery'],
  'auth.cancel_recovery_by_link': [
    'auth.confirm_password',
    'auth.enrol_two_factor',
    'auth.confirm_two_factor',
    'auth.request_recovery',
    'auth.begin_recovery',
  ],
  'auth.use_sign_in_link': ['auth.verify_email', 'auth.request_sign_in_link'],
  'doorbell.photo': ['doorbell.ring', 'doorbell.put_photo'],
  'doorbell.sound': ['doorbell.put_sound'],
  'doorbell.handle': ['doorbell.ring'],
  'doorbell.unblock_visitor': ['doorbell.block_visitor'],
  'gateway.pass_calendar': ['doorbell.request_visit', 'doorbell.approve_visit'],
  'doorbell.invite_contact': ['doorbell.add_contact'],
  'doorbell.invite': ['doorbell.add_contact', 'doorbell.invite_contact'],
  'doorbell.join_invite': ['doorbell.add_contact', 'doorbell.invite_contact'],
  'notify.change_device': ['notify.put_state'],
  'notify.remove_device': ['notify.put_state'],
}

/** Operations that mail a link which expires soon. */
const MAILING: ReadonlySet<PublicName> = new Set<PublicName>(['auth.request_recovery', 'auth.begin_recovery', 'auth.request_sign_in_link'])
/** Operations that open a session, or end the one of their cookie. */
const SIGNING_IN: ReadonlySet<PublicName> = new Set<PublicName>([
  'auth.register',
  'auth.login',
  'auth.use_sign_in_link',
  'auth.sign_in_with_passkey',
])

/** The n-th request of a seed, independent of earlier ones. */
const draw = (name: PublicName, seed: number, index: number) =>
  fc.sample(fc.tuple(inputsOf(name), changes, fc.nat()), { numRuns: 1, seed: seed * 1_000_003 + index })[0] as [
    Record<string, unknown>,
    (name: PublicName, input: Readonly<Record<string, unknown>>) => WireRequest,
    number,
  ]

class HttpFuzz {
  readonly tally = new Tally(publicNames)
  readonly #crowd: Crowd
  readonly #seed: number
  #shifting: Promise<void> | undefined
  #victim: Promise<Person> | undefined
  readonly #inFlight = new Set<Promise<HttpAnswer>>()
  readonly #spares: string[] = []

  constructor(crowd: Crowd, seed: number) {
    this.#crowd = crowd
    this.#seed = seed
  }

  /**
   * @param isHostile whether the valid request is made invalid
   * @param step the step of a chain of requests of one person, each with the newest ids, which the last one made
   */
  async one(index: number, name: PublicName, isHostile: boolean, step?: number): Promise<void> {
    const [drawn, change, drawnPick] = draw(name, this.#seed, index)
    const pick = step ?? drawnPick
    const person = await this.#personFor(name, pick, isHostile)
    const named = fillInput(name, drawn, this.#crowd.scene(person, step !== undefined), pick)
    const filled = named && !isHostile && usesMailedLink(name) && pick % LINK_EVERY === 0 ? await this.#withLink(name, named) : named
    const input = filled ?? drawn
    const request = isHostile ? change(name, this.#safe(name, input)) : requestOf(name, input)
    try {
      const answer = await this.#send(name, request, person, index, !isHostile)
      this.tally.add(name, isHostile ? this.#survived(name, request, answer) : this.#judged(name, request, answer, filled !== undefined))
      if (!isHostile) this.#learn(name, input, person, answer)
      if (!isHostile && MAILING.has(name)) await this.#crowd.readMails()
    } catch (error) {
      this.tally.fault(index, error)
    }
  }

  /** A hostile request that turns out to be valid affects only one account. */
  async #personFor(name: PublicName, pick: number, isHostile: boolean): Promise<Person> {
    if (!endsItsAccount(name)) return this.#crowd.personFor(name, RULES[name].as, pick)
    if (!isHostile) return this.#crowd.world.resident()
    this.#victim ??= this.#crowd.world.resident()
    return this.#victim
  }

  async #withLink(name: PublicName, input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    return { ...input, token: await mailedLinkFor(this.#crowd.world, name) }
  }

  async half(index: number): Promise<void> {
    const line = await sendHalf(this.#crowd.world.url, index, addressOf(index))
    if (/ 5\d\d /.test(line)) this.tally.fault(index, new Fault('half a request is answered with a 5xx', line))
  }

  /** A hostile login uses no real username, so that it blocks no account of the run. */
  #safe(name: PublicName, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return name === 'auth.login' || name === 'auth.request_recovery' ? { ...input, username: 'nobody' } : input
  }

  /** Registrations, logins and logouts use no cookie that other requests need. */
  #cookieFor(name: PublicName, person: Person): string {
    if (name === 'auth.logout') return this.#spares.pop() ?? ''
    return SIGNING_IN.has(name) ? '' : person.client.cookieHeader
  }

  /** A rate-limited valid request is repeated in the next minute. */
  async #send(name: PublicName, request: WireRequest, person: Person, index: number, isValid: boolean): Promise<HttpAnswer> {
    const cookie = this.#cookieFor(name, person)
    const attempt = async (address: number) => {
      while (this.#shifting) await this.#shifting
      const sent = sendAs(this.#crowd.world.url, request, cookie, addressOf(address))
      this.#inFlight.add(sent)
      try {
        return await sent
      } catch (error) {
        throw new Fault(`${name} gets no answer: ${(error as Error).message}`, brief(request))
      } finally {
        this.#inFlight.delete(sent)
      }
    }
    const answer = await attempt(index)
    if (answer.status !== 429 || !isValid) return answer
    this.tally.add(name, 'limited')
    this.#shifting ??= this.#nextMinute()
    return attempt(index + 31)
  }

  /** Runs alone, because tokens that the gateway signed before the clock moves expire. */
  async #nextMinute(): Promise<void> {
    try {
      await Promise.allSettled(this.#inFlight)
      await this.#crowd.advance(PAST_A_MINUTE)
    } finally {
      this.#shifting = undefined
    }
  }

  /** @param isNamed whether the ids existed; a not_found is then the handler's own answer */
  #judged(name: PublicName, request: WireRequest, answer: HttpAnswer, isNamed: boolean): Result {
    if (answer.status === 429) return 'limited'
    if (judge(name, answer, brief(request))) return 'done'
    if (operationNamed(name).http?.body === 'form') return isNamed && HANDLERS_PAGES.has(answer.status) ? 'declined' : 'refused'
    const code = codeOf(answer)
    return code && !RAISED_BEFORE_HANDLER.has(code) && (isNamed || code !== 'not_found') ? 'declined' : 'refused'
  }

  /** @throws Fault for a server error, a different error body, or prototype pollution */
  #survived(name: PublicName, request: WireRequest, answer: HttpAnswer): Result {
    if (isPolluted()) throw new Fault(`${name} reached a prototype`, brief(request))
    const code = codeOf(answer)
    const seen = { status: answer.status, text: answer.text.slice(0, 300), request: brief(request) }
    const declared503 = code === 'billing_off' && operationNamed(name).errors.includes(code)
    if (answer.status >= 500 && !declared503) throw new Fault(`${name} answers ${answer.status} to a hostile request`, seen)
    if (request.path.startsWith('/api/') && answer.status >= 400 && !code)
      throw new Fault(`${name} refuses a hostile request in another shape`, seen)
    return answer.status === 429 ? 'limited' : 'refused'
  }

  #learn(name: PublicName, input: Readonly<Record<string, unknown>>, person: Person, answer: HttpAnswer): void {
    if (name === 'auth.login' && answer.status === 200)
      this.#spares.push(
        [answer.headers['set-cookie'] ?? []]
          .flat()
          .map((line) => line.split(';')[0])
          .join('; '),
      )
    // A login or logout of these clients would end sessions that other requests need.
    if (RULES[name].as === 'visitor' && name !== 'auth.register') person.client.keepCookies(answer.headers['set-cookie'])
    this.#crowd.learn(name, input, person, answer)
  }
}

const brief = ({ method, path, headers, body }: WireRequest) => ({
  method,
  path: path.slice(0, 200),
  headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, value.slice(0, 80)])),
  body: body === undefined ? undefined : `${Buffer.from(body).length} bytes: ${Buffer.from(body).toString().slice(0, 300)}`,
})

/**
 * @param onProgress called after every thousand @returns the results of `count` requests and of those needed to reach every handler often
 * enough
 */
export async function fuzzHttp(
  crowd: Crowd,
  seed: number,
  count: number,
  onProgress: (sent: number) => void = () => undefined,
): Promise<Tally<PublicName>> {
  const fuzz = new HttpFuzz(crowd, seed)
  let next = 0
  const work = async () => {
    while (next < count) {
      const index = next
      next += 1
      if (index % REFRESH_EVERY === REFRESH_EVERY - 1) await crowd.refresh()
      if (index % 1_000 === 999) onProgress(index + 1)
      if (index % HALF_EVERY === HALF_EVERY - 1) await fuzz.half(index)
      const name = publicNames[index % publicNames.length] as PublicName
      await fuzz.one(index, name, Math.floor(index / publicNames.length) % TURN === TURN - 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const lacking = () => [
    ...new Set([...fuzz.tally.below(MIN_VALID), ...fuzz.tally.neverDone().filter((name) => !NEVER_DONE.includes(name))]),
  ]
  const topUp = async (name: PublicName) => {
    const missing = MIN_VALID - fuzz.tally.reached(name)
    const wanted = missing > 0 ? missing + SPARE : MIN_VALID
    for (let times = 0; times < wanted; times += 1) {
      for (const maker of [...(MADE_BY[name] ?? []), name]) await fuzz.one(next++, maker, false, times)
    }
  }
  for (let tries = 0; tries < TOP_UP_TRIES && lacking().length; tries += 1) {
    await crowd.advance(PAST_A_DAY)
    await crowd.refresh()
    const names = lacking()
    await inGroups(names.length, (at) => topUp(names[at] as PublicName))
  }
  return fuzz.tally
}
