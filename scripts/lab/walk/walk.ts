/** Takes a history step by step on two fresh households, and checks everything after each. */

import { routeOf } from '#proto/frames/client.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type Output, operationNamed } from '#proto/operations/index.ts'
import { STEP_MS } from '#scripts/testing/authenticator.ts'
import { fillFrame, fillInput } from '#scripts/testing/generate/requests.ts'
import { FRAME_ANSWERS, FRAME_RULES, type Pool, type PublicName, RULES, type Values } from '#scripts/testing/generate/rules.ts'
import { endsItsAccount, mailedLinkFor, usesMailedLink } from '#scripts/testing/generate/throwaway.ts'
import type { Person, Visitor } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { WalkClock } from './clock.ts'
import { Fault } from './fault.ts'
import { Household } from './household.ts'
import { judge, showsInput } from './judge.ts'
import { readAll, ringReaches, send, type Written } from './reads.ts'
import { type History, nameOf, type Step } from './steps.ts'
import type { WalkWorld } from './world.ts'

/** How often each operation and frame was done, refused, or had nothing to name. */
export type Counts = Map<string, { done: number; refused: number; skipped: number }>
export type Walked = {
  readonly steps: number
  readonly counts: Counts
  readonly limited: number
  readonly faults: readonly { readonly at: number; readonly error: Fault; readonly times: number }[]
}
/** The state that a later walk needs to continue: the accounts, and how far the clock is ahead (ms). */
export type Footing = {
  readonly usernames: readonly string[]
  /** The secrets of their authenticators, in the same order; undefined for accounts that never set up two-factor. */
  readonly secrets?: readonly (string | undefined)[]
  readonly ahead: number
}
type Result = 'done' | 'refused' | 'skipped'

const SIGN_IN_TRIES = 4
/** All doors are rung once in this many steps; after each of the other steps, one door. */
const ALL_DOORS_EVERY = 50
/** Operations whose answer shows an existing entry or server-made values. */
const NOT_ECHOED = ['againOf', 'pass', 'photo', 'id', 'code', 'token', 'email', 'limit']

/** Operations of the spare device: those that sign in or out, and those that need a session that has just signed in. */
const OF_SPARE: ReadonlySet<PublicName> = new Set<PublicName>([
  'auth.login',
  'auth.logout',
  'auth.use_sign_in_link',
  'auth.enrol_two_factor',
  'auth.confirm_two_factor',
  'auth.disable_two_factor',
  'auth.replace_recovery_codes',
  'auth.create_api_token',
  'auth.begin_passkey',
  'auth.add_passkey',
  'auth.remove_passkey',
  'auth.begin_passkey_check',
  'auth.confirm_passkey',
  'auth.begin_passkey_sign_in',
  'auth.sign_in_with_passkey',
])
/** The links of mails, and the pool of their tokens. */
const LINKS: readonly (readonly [RegExp, Pool])[] = [
  [/#verify=([\w-]+)/, 'mailToken'],
  [/#recovery=([\w-]+)/, 'recoveryToken'],
  [/#cancel-recovery=([\w-]+)/, 'cancelToken'],
  [/#sign-in=([\w-]+)/, 'signInToken'],
]

const NOTHING: Written = { name: 'auth.user' }

export class Walk {
  readonly #world: WalkWorld
  readonly #clock: WalkClock
  readonly #households: readonly Household[]
  readonly counts: Counts = new Map()
  #turn = 0

  private constructor(world: WalkWorld, clock: WalkClock, households: readonly Household[]) {
    this.#world = world
    this.#clock = clock
    this.#households = households
  }

  static async start(world: WalkWorld): Promise<Walk> {
    const clock = new WalkClock(world)
    return new Walk(world, clock, [await Household.open(world, false, clock.now), await Household.open(world, true, clock.now)])
  }

  /** Continues with the accounts that an earlier walk left, at its time. */
  static async resume(world: WalkWorld, { usernames, secrets = [], ahead }: Footing): Promise<Walk> {
    const clock = new WalkClock(world)
    await clock.advance(ahead)
    const households: Household[] = []
    for (const [index, username] of usernames.entries()) households.push(await Household.reopen(world, username, secrets[index], clock))
    return new Walk(world, clock, households)
  }

  get footing(): Footing {
    return {
      usernames: this.#households.map(({ resident }) => resident.user.username),
      secrets: this.#households.map(({ secret }) => secret),
      ahead: this.#clock.now() - Date.now(),
    }
  }

  /** Reads existing objects before the first step, so that steps can name them. */
  async look(): Promise<void> {
    for (const [index, household] of this.#households.entries())
      await readAll(this.#clock, household, this.#visitor(household, index), NOTHING, 0)
  }

  get limited(): number {
    return this.#clock.limited
  }

  #household = (who: number) => this.#households[who % this.#households.length] as Household
  #visitor = (household: Household, who: number) => household.visitors[(who >> 1) % household.visitors.length] as Visitor

  /** @throws Fault */
  async take(step: Step): Promise<void> {
    const who = 'who' in step ? step.who : this.#turn
    const household = this.#household(who)
    const { result, wrote } = await this.#do(step, household, who)
    const count = this.counts.get(nameOf(step)) ?? { done: 0, refused: 0, skipped: 0 }
    count[result] += 1
    this.counts.set(nameOf(step), count)
    if (result === 'skipped') return
    this.#turn += 1
    await readAll(this.#clock, household, this.#visitor(household, who), wrote ?? NOTHING, this.#turn)
    const codes = household.all('code')
    const ring = (code: string | number | undefined) => code && ringReaches(this.#world, this.#clock, household, String(code))
    if (this.#turn % ALL_DOORS_EVERY) await ring(codes[this.#turn % codes.length])
    else await this.ringEveryDoor()
  }

  async ringEveryDoor(): Promise<void> {
    for (const household of this.#households)
      for (const code of household.all('code')) await ringReaches(this.#world, this.#clock, household, String(code))
  }

  async leave(): Promise<void> {
    await Promise.all(this.#households.map((household) => household.leave()))
  }

  async #do(step: Step, household: Household, who: number): Promise<{ result: Result; wrote?: Written | undefined }> {
    switch (step.kind) {
      case 'operation':
        return this.#operate(step, household, who)
      case 'frame':
        return { result: await this.#say(step, household, who) }
      case 'grant':
        await this.#world.rpc('billing.grant', { userId: household.resident.user.id, by: 'walk' })
        return { result: 'done' }
      case 'time':
        await this.#clock.advance(step.milliseconds)
        await household.openSockets()
        return { result: 'done' }
      default:
        return step satisfies never
    }
  }

  async #visitsOf(visitor: Visitor): Promise<Output<'doorbell.my_visits'>> {
    return (await send(this.#clock, visitor, 'doorbell.my_visits', {})).body as Output<'doorbell.my_visits'>
  }

  async #operate(step: Step & { kind: 'operation' }, household: Household, who: number) {
    const { name, pick } = step
    const asVisitor = RULES[name].as === 'visitor'
    const visitor = this.#visitor(household, who)
    const scene = household.scene(asVisitor ? await this.#visitsOf(visitor) : [])
    const filled = fillInput(name, step.input, scene, pick)
    if (!filled) return { result: 'skipped' as const }
    const input = usesMailedLink(name) ? { ...filled, token: await mailedLinkFor(this.#world, name) } : filled
    const person = endsItsAccount(name) ? await this.#world.resident() : this.#personFor(step, household, who)
    const began = this.#clock.now()
    const answer = await send(this.#clock, person, name, input)
    const done = judge(name, answer, input)
    household.authenticator.learn(name, input, answer.body)
    await this.#after(step, household, answer.body)
    if (!done) return { result: 'refused' as const }
    const body = answer.body as Values | undefined
    const isOlder = body && typeof body.timestamp === 'string' && Date.parse(body.timestamp) < began
    if (!isOlder) showsInput(name, input, body, NOT_ECHOED)
    const isWrite = operationNamed(name).http?.method !== 'GET'
    const deleted = operationNamed(name).http?.method === 'DELETE' ? (input.id as number | undefined) : undefined
    const wrote: Written | undefined = isWrite
      ? { name, ...(body && !isOlder ? { body } : {}), ...(deleted === undefined ? {} : { deleted }) }
      : undefined
    // A newly registered account does not belong to the household.
    return { result: 'done' as const, wrote: name === 'auth.register' ? undefined : wrote }
  }

  #personFor({ name }: Step & { kind: 'operation' }, household: Household, who: number): Person {
    if (name === 'auth.register') return this.#world.person()
    if (OF_SPARE.has(name)) return household.spare
    if (RULES[name].as === 'visitor') return this.#visitor(household, who)
    return household.devices[(who >> 2) % household.devices.length] as Person
  }

  /** Remembers values that are shown once, and signs in again after a sign-out. */
  async #after({ name }: Step & { kind: 'operation' }, household: Household, body: unknown): Promise<void> {
    const { token, url, at, secret, id } = (body ?? {}) as { token?: string; url?: string; at?: string; secret?: string; id?: number }
    if (name === 'doorbell.request_visit' && token) household.remember('pass', token)
    if (name === 'doorbell.invite_contact' && url) household.remember('invite', new URL(url).pathname.split('/').at(-1) ?? '')
    if (name === 'doorbell.read_all_notifications' && at) household.remember('readAllAt', at)
    if (name === 'auth.enrol_two_factor' && secret) household.secret = secret
    // The mailbox is shared, so the link may have been the other household's.
    const isOther = name === 'auth.use_sign_in_link' && id !== undefined && id !== household.resident.user.id
    if (name === 'auth.logout' || isOther) await this.#signIn(household, household.spare)
    if (name === 'auth.revoke_session' || name === 'auth.revoke_other_sessions') await this.#signInAgain(household)
    if (!name.startsWith('auth.')) return
    for (const { text } of await this.#world.rpc('auth.dev_mails', {}))
      for (const [link, pool] of LINKS) {
        const mailed = link.exec(text)?.[1]
        if (mailed && !household.all(pool).includes(mailed)) household.remember(pool, mailed)
      }
  }

  /** Signs a device in again, with the next code if the present one was used. */
  async #signIn(household: Household, device: Person): Promise<void> {
    for (let tries = 0; tries < SIGN_IN_TRIES; tries += 1) {
      const { status, body } = await this.#clock.patiently(() => device.http('/api/login', { method: 'POST', body: household.credentials }))
      if (status === 200) return
      if ((body as { code?: string }).code !== 'code_wrong') break
      await this.#clock.advance(STEP_MS)
    }
    throw new Fault('the account cannot sign in again', household.credentials.username)
  }

  /** Signs in each device of the household that has been signed out. */
  async #signInAgain(household: Household): Promise<void> {
    for (const device of [...household.devices, household.spare]) {
      const { status } = await this.#clock.patiently(() => device.http('/api/user'))
      if (status === 401) await this.#signIn(household, device)
    }
    await household.openSockets()
  }

  /** @throws Fault for a missing answer, a close, or a refusal that the frame's owner does not declare */
  async #say(step: Step & { kind: 'frame' }, household: Household, who: number): Promise<Result> {
    const { as } = FRAME_RULES[step.type]
    const visitor = this.#visitor(household, who)
    const visits = as === 'visitor' || (as === 'either' && who % 4 > 1) ? await this.#visitsOf(visitor) : []
    const visit = visits[step.pick % visits.length]
    const frame = fillFrame(step.type, step.frame, household.scene(visits), step.pick)
    if (!frame || (as === 'visitor' && !visit)) return 'skipped'
    const socket = visit ? await visitor.socket(visit) : household.sockets[who % household.sockets.length]
    if (!socket) return 'skipped'
    const from = socket.frames.length
    socket.raw(JSON.stringify(frame))
    const answer = await this.#answerTo(step, socket, from)
    if (visit) socket.cut()
    if (answer.type !== 'error') return 'done'
    const owner = routeOf(step.type)?.to
    const declared = owner ? operationNamed(owner).errors.includes(answer.code) : answer.code === 'not_found'
    if (!declared && answer.code !== 'limited') throw new Fault(`the frame ${step.type} is refused with ${answer.code}`, { frame, answer })
    return 'refused'
  }

  async #answerTo(step: Step & { kind: 'frame' }, socket: Awaited<ReturnType<Visitor['socket']>>, from: number): Promise<ServerFrame> {
    const isAnswer = (frame: ServerFrame) =>
      frame.type === FRAME_ANSWERS[step.type] || (frame.type === 'error' && frame.about === step.type)
    try {
      return await eventually(`an answer to ${step.type}`, () => socket.frames.slice(from).find(isAnswer))
    } catch (error) {
      throw new Fault(`the frame ${step.type} gets no answer`, error instanceof Error ? error.message : String(error))
    }
  }
}

const asFault = (error: unknown) =>
  error instanceof Fault ? error : new Fault(`the walk broke off: ${String(error)}`, error instanceof Error ? error.stack : error)

/** @param goOn continues after a fault, to find all of them @returns how far the walk came, and the first fault of each kind */
export async function takeWalk(
  world: WalkWorld,
  history: History,
  goOn = false,
  onProgress: (taken: number, fault?: Fault) => void = () => undefined,
): Promise<Walked> {
  const walk = await Walk.start(world)
  const faults = new Map<string, { at: number; error: Fault; times: number }>()
  let at = 0
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (thrown) {
      const error = asFault(thrown)
      const known = faults.get(error.what) ?? { at, error, times: 0 }
      if (!known.times) onProgress(at, error)
      faults.set(error.what, { ...known, times: known.times + 1 })
    }
  }
  try {
    await attempt(() => walk.look())
    while (at < history.length && (goOn || !faults.size)) {
      await attempt(() => walk.take(history[at] as Step))
      at += 1
      onProgress(at)
    }
    if (goOn || !faults.size) await attempt(() => walk.ringEveryDoor())
    return { steps: at, counts: walk.counts, limited: walk.limited, faults: [...faults.values()] }
  } finally {
    await walk.leave()
  }
}
