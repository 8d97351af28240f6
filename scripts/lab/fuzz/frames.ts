/** Sends valid and hostile frames of every type over the sockets of all clients. */
import fc from 'fast-check'
import { ClientFrame, routeOf } from '#proto/frames/client.ts'
import { CLOSE, type ServerFrame } from '#proto/frames/server.ts'
import { operationNamed } from '#proto/operations/index.ts'
import { Fault } from '#scripts/lab/walk/fault.ts'
import { fillFrame, framesOf } from '#scripts/testing/generate/requests.ts'
import { FRAME_ANSWERS, FRAME_RULES, type FrameType, frameTypes, type Values } from '#scripts/testing/generate/rules.ts'
import { pathsOf } from '#scripts/testing/generate/whole.ts'
import type { Person } from '#scripts/testing/people.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { Crowd } from './crowd.ts'
import { hostile, isPolluted, withField, withTextAt } from './hostile-values.ts'
import { BROKEN, breakSocket } from './raw-socket.ts'
import { type Result, Tally } from './tally.ts'

const AT_ONCE = 12
const BROKEN_EVERY = 60
const REFRESH_EVERY = 3_000
/** Every second frame of a type is hostile. */
const TURN = 2
export const MIN_VALID = 30
const TOP_UP_TRIES = 4
const PAST_A_MINUTE = 61_000
const ANSWER_MS = 20_000
/** A socket is reopened after so many frames, because received frames are kept in memory. */
const FRAMES_OF_A_SOCKET = 60

const CLOSES = new Set<number>(Object.values(CLOSE))
/** Also 1002, WebSocket's code for a violation of its protocol, and 0, an end without a close frame after this side had ended. */
const PROTOCOL_CLOSES = new Set<number>([...CLOSES, 1002, 0])
const RAISED_BEFORE_HANDLER = new Set(['validation_failed', 'malformed', 'unauthenticated', 'too_large'])
const NEVER = new Set(['internal', 'unavailable'])

type Data = { readonly data: string | Uint8Array; readonly binary?: boolean }
type Change = (frame: Values) => Data
type Drawn = readonly [Values, Change, number]

const asText =
  (change: (frame: Values) => string): Change =>
  (frame) => ({ data: change(frame) })
/** A place in the frame, also inside nested objects such as media parameters. */
const placeIn = (frame: Values, pick: number) => {
  const paths = pathsOf(frame)
  return paths[pick % paths.length] ?? []
}
const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    arbitrary: fc.tuple(fc.nat(), hostile.field).map(([pick, text]) => asText((frame) => withTextAt(frame, placeIn(frame, pick), text))),
    weight: 8,
  },
  {
    arbitrary: fc
      .tuple(fc.constantFrom('__proto__', 'constructor', 'requestId', 'userId', 'x'.repeat(3_000), '', '\0'), hostile.field)
      .map(([key, text]) => asText((frame) => withField(frame, key, text))),
    weight: 2,
  },
  {
    arbitrary: hostile.whole.map(
      (data): Change =>
        () => ({ data, binary: false }),
    ),
    weight: 3,
  },
  {
    arbitrary: fc.uint8Array({ maxLength: 100 }).map(
      (data): Change =>
        () => ({ data, binary: true }),
    ),
    weight: 1,
  },
  { arbitrary: fc.nat().map((pick) => asText((frame) => JSON.stringify(frame).slice(0, pick % JSON.stringify(frame).length))), weight: 1 },
  {
    arbitrary: fc
      .nat()
      .map((pick) =>
        asText((frame) => JSON.stringify({ ...frame, [Object.keys(frame)[pick % Object.keys(frame).length] ?? '']: undefined })),
      ),
    weight: 1,
  },
  { arbitrary: fc.constant(asText((frame) => `${JSON.stringify(frame)}${JSON.stringify(frame)}`)), weight: 1 },
)

const draw = (type: FrameType, seed: number, index: number) =>
  fc.sample(fc.tuple(framesOf(type), changes, fc.nat()), { numRuns: 1, seed: seed * 1_000_003 + index })[0] as Drawn

/** Whether a hostile text happens to be a valid frame, which is then answered as one. */
function isFrame({ data, binary }: Data): boolean {
  if (binary) return false
  try {
    return ClientFrame.safeParse(JSON.parse(Buffer.from(data as string).toString())).success
  } catch {
    return false
  }
}

const brief = ({ data, binary }: Data) =>
  `${binary ? 'binary, ' : ''}${Buffer.from(data as string).length} bytes: ${Buffer.from(data as string)
    .toString()
    .slice(0, 300)}`

/** A client with its open socket. */
class Party {
  readonly person: Person
  readonly #crowd: Crowd
  readonly #register: () => Promise<TestSocket>
  #socket: TestSocket | undefined
  #sent = 0

  constructor(crowd: Crowd, person: Person, register: () => Promise<TestSocket>) {
    this.#crowd = crowd
    this.person = person
    this.#register = register
  }

  async socket(): Promise<TestSocket> {
    this.#sent += 1
    const open = this.#socket
    if (open && open.closeCode === undefined && this.#sent % FRAMES_OF_A_SOCKET) return open
    open?.cut()
    // A party over its registration limit waits for the next minute.
    const socket = await this.#register().catch(async () => {
      await this.#crowd.advance(PAST_A_MINUTE)
      return this.#register()
    })
    this.#socket = socket
    return socket
  }

  forget(): void {
    this.#socket = undefined
  }
}

class FrameFuzz {
  readonly tally = new Tally(frameTypes)
  readonly #crowd: Crowd
  readonly #seed: number
  readonly #residents: readonly Party[]
  readonly #visitors: readonly Party[]

  constructor(crowd: Crowd, seed: number) {
    this.#crowd = crowd
    this.#seed = seed
    this.#residents = crowd.accounts.map(({ resident }) => new Party(crowd, resident, () => resident.socket()))
    this.#visitors = crowd.visitors.map((visitor) => {
      const id = () => crowd.visitsOf(visitor)[0] ?? 0
      return new Party(crowd, visitor, () => visitor.socket({ id: id() }))
    })
  }

  /** @param worker each worker has its own parties, so that answers can be matched to frames */
  async one(index: number, type: FrameType, isHostile: boolean, worker: number): Promise<void> {
    const [drawn, change, pick] = draw(type, this.#seed, index)
    const { as } = FRAME_RULES[type]
    const side = as === 'resident' || (as === 'either' && pick % 3 === 0) ? this.#residents : this.#visitors
    const own = side.filter((_, at) => at % AT_ONCE === worker)
    const party = own[pick % own.length] as Party
    const frame = fillFrame(type, drawn, this.#crowd.scene(party.person), side === this.#visitors ? 0 : pick) ?? drawn
    const sent: Data = isHostile ? change(frame) : { data: JSON.stringify(frame) }
    try {
      this.tally.add(type, await this.#exchange(party, type, sent, isHostile))
    } catch (error) {
      party.forget()
      this.tally.fault(index, error)
    }
  }

  async broken(index: number): Promise<void> {
    const { client } = this.#crowd.visitor(index)
    const bytes = BROKEN[Math.floor(index / BROKEN_EVERY) % BROKEN.length] as Buffer
    const code = await breakSocket(this.#crowd.world.url, bytes, { cookie: client.cookieHeader, address: client.address })
    if (!PROTOCOL_CLOSES.has(code))
      this.tally.fault(index, new Fault(`a broken frame closes the socket with ${code}`, bytes.toString('hex')))
  }

  async #exchange(party: Party, type: FrameType, sent: Data, isHostile: boolean): Promise<Result> {
    const fits = !isHostile || isFrame(sent)
    const about = isHostile ? undefined : type
    let answer = await this.#answer(party, sent, fits, about)
    if (answer?.type === 'error' && answer.code === 'limited' && !isHostile) {
      this.tally.add(type, 'limited')
      await this.#crowd.advance(PAST_A_MINUTE)
      answer = await this.#answer(party, sent, fits, about)
    }
    if (isPolluted()) throw new Fault(`the frame ${type} reached a prototype`, brief(sent))
    if (answer?.type !== 'error') return isHostile ? 'refused' : 'done'
    if (answer.code === 'limited') return 'limited'
    if (isHostile) return 'refused'
    const owner = routeOf(type)?.to
    const declared = owner ? operationNamed(owner).errors.includes(answer.code) : answer.code === 'not_found'
    if (!declared) throw new Fault(`a valid frame ${type} is refused with ${answer.code}`, { answer, sent: brief(sent) })
    return RAISED_BEFORE_HANDLER.has(answer.code) ? 'refused' : 'declined'
  }

  /**
   * @param about the type of a valid frame @returns the answer; undefined for a proper close, or a hostile frame that was one after all
   * @throws Fault
   */
  async #answer(party: Party, sent: Data, fits: boolean, about: FrameType | undefined): Promise<ServerFrame | undefined> {
    const socket = await party.socket()
    const from = socket.frames.length
    socket.raw(sent.data, sent.binary === undefined ? {} : { binary: sent.binary })
    // A valid frame may have no answer; the pong after it is sufficient.
    const wanted = about ? FRAME_ANSWERS[about] : 'pong'
    if (fits && !about) socket.send({ type: 'ping' })
    const isAnswer = (frame: ServerFrame) =>
      frame.type === 'error' ? !about || !frame.about || frame.about === about : fits && frame.type === wanted
    const look = () => socket.frames.slice(from).find(isAnswer)
    const isOver = () => look() !== undefined || socket.closeCode !== undefined || socket.strange.length > 0
    await eventually('an answer', isOver, ANSWER_MS).catch(() => {
      throw new Fault(`a ${fits ? `valid frame ${about ?? ''}` : 'hostile frame'} gets no answer`, brief(sent))
    })
    if (socket.strange.length) throw new Fault('a frame that does not fit the contract', socket.strange[0])
    const broken = socket.frames.slice(from).find((frame) => frame.type === 'error' && NEVER.has(frame.code))
    if (broken) throw new Fault('a frame is answered with a server error', { broken, sent: brief(sent) })
    const { closeCode } = socket
    if (closeCode !== undefined && !CLOSES.has(closeCode)) throw new Fault(`a socket is closed with ${closeCode}`, brief(sent))
    return look()
  }
}

/** @returns the results of `count` frames and of those needed to reach every handler often enough */
export async function fuzzFrames(
  crowd: Crowd,
  seed: number,
  count: number,
  onProgress: (sent: number) => void = () => undefined,
): Promise<Tally<FrameType>> {
  const fuzz = new FrameFuzz(crowd, seed)
  let next = 0
  const work = async (_: unknown, worker: number) => {
    while (next < count) {
      const index = next
      next += 1
      if (index % REFRESH_EVERY === REFRESH_EVERY - 1) await crowd.refresh()
      if (index % 1_000 === 999) onProgress(index + 1)
      if (index % BROKEN_EVERY === BROKEN_EVERY - 1) await fuzz.broken(index)
      const type = frameTypes[index % frameTypes.length] as FrameType
      await fuzz.one(index, type, Math.floor(index / frameTypes.length) % TURN === TURN - 1, worker)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (let tries = 0; tries < TOP_UP_TRIES && fuzz.tally.below(MIN_VALID).length; tries += 1)
    for (const type of fuzz.tally.below(MIN_VALID))
      for (let at = 0; at < MIN_VALID; at += 1) await fuzz.one(count + tries * 10_000 + next++, type, false, at % AT_ONCE)
  return fuzz.tally
}
