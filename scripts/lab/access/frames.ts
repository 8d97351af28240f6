/** Tries every client frame as every wrong caller, then as the right one about the same ring. */
import { errorStatus } from '#proto/errors.ts'
import type { ServerFrame, ServerFrameOf } from '#proto/frames/server.ts'
import { FRAME_ANSWERS } from '#scripts/testing/generate/rules.ts'
import { TestSocket } from '#scripts/testing/socket.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { rowName } from './cells.ts'
import { FRAME_ROWS, type FrameRow, frameExpected, type Ring } from './frame-rows.ts'
import { FOREIGN } from './http.ts'
import { leaksIn, secretIds } from './leaks.ts'
import { changedRows } from './owner-rows.ts'
import { type Expected, isTriedAsWrong, WRONG_CALLERS, type WrongCaller, wrongCallers } from './principals.ts'
import { freshAddress, type Scene } from './scene.ts'
import { unknownId } from './unknown.ts'

type Failures = readonly string[]
type Side = 'resident' | 'visitor'

export class FrameMatrix {
  readonly tried = new Map<string, number>()
  readonly #scene: Scene
  readonly #ring: Ring
  readonly #secretIds: readonly string[]
  /** The registered socket of the free resident. */
  #freeSocket: TestSocket | undefined
  /** The sockets of the right callers; the first two rows register them. */
  readonly #right = new Map<Side, TestSocket>()
  #asked = 0

  constructor(scene: Scene) {
    this.#scene = scene
    const { id, userId } = scene.owned.rings.onSocket
    this.#ring = { owner: scene.owned.user.id, id, userId }
    this.#secretIds = secretIds(scene.owned)
  }

  /** @returns the leaks */
  async tryWrongCallers(): Promise<Failures> {
    this.#freeSocket = await this.#scene.free.socket()
    const failures: string[] = []
    let before = await this.#scene.rows.read()
    for (const row of FRAME_ROWS) {
      const found = await Promise.all(wrongCallers.map((caller) => this.#tryWrong(caller, row)))
      failures.push(...found.flat())
      const after = await this.#scene.rows.read()
      const { gone, come } = changedRows(before, after)
      if (gone.length || come.length) failures.push(`${nameOf(row)}: a wrong caller changed ${[...gone, ...come].join('\n  ')}`)
      before = after
    }
    return failures
  }

  /** From a blocked address, because a block does not close sockets. @returns what failed */
  async tryRightCallers(): Promise<Failures> {
    const { owned, blockedAddress } = this.#scene
    const cookies = { resident: owned.resident.client.cookieHeader, visitor: owned.rings.onSocket.visitor.client.cookieHeader }
    for (const side of ['resident', 'visitor'] as const) this.#right.set(side, await this.#open(cookies[side], blockedAddress))
    const failures: string[] = []
    for (const row of FRAME_ROWS) {
      const answer = await this.#ask(this.#right.get(row.as === 'anybody' ? 'visitor' : row.as), row, this.#ring)
      this.#count('right caller')
      this.#count(WRONG_CALLERS.blockedAddress)
      if (answer.type === 'error' && answer.code !== row.answer) failures.push(`${nameOf(row)}, right caller: ${JSON.stringify(answer)}`)
    }
    return failures
  }

  /** Called when both sides have received each other's frames. @returns the owner's data that has reached sockets of others */
  async strayFrames(): Promise<Failures> {
    await Promise.all([
      this.#right.get('visitor')?.next('call_response', ({ accepted }) => accepted),
      this.#right.get('resident')?.next('chat_message', ({ senderId }) => senderId === 'visitor'),
    ])
    const others = [...this.#scene.sockets, ...(this.#freeSocket ? [this.#freeSocket] : [])]
    // An error repeats the id of the frame that it refuses.
    const receivedBy = ({ frames, strange }: TestSocket) => [
      ...frames.map((frame) => (frame.type === 'error' ? saidBy(frame) : frame)),
      ...strange,
    ]
    return others.flatMap((socket) => [...leaksIn(JSON.stringify(receivedBy(socket)), '', this.#secretIds)])
  }

  #count(caller: string): void {
    this.tried.set(caller, (this.tried.get(caller) ?? 0) + 1)
  }

  #open(cookie: string, address: string, headers: { readonly origin?: string; readonly authorization?: string } = {}): Promise<TestSocket> {
    const url = new URL('/ws', this.#scene.world.url)
    url.protocol = 'ws:'
    return TestSocket.open(url.href, { cookie, address, ...headers })
  }

  async #ask(socket: TestSocket | undefined, row: FrameRow, ring: Ring): Promise<ServerFrame> {
    if (!socket) throw new Error(`no socket for ${nameOf(row)}`)
    this.#asked += 1
    const from = socket.frames.length
    socket.send(row.frame(ring, `a${this.#asked}`))
    const isAnswer = (frame: ServerFrame) =>
      frame.type === FRAME_ANSWERS[row.type] || (frame.type === 'error' && (frame.about === row.type || frame.about === undefined))
    return eventually(`an answer to ${nameOf(row)}`, () => socket.frames.slice(from).find(isAnswer))
  }

  async #tryWrong(caller: WrongCaller, row: FrameRow): Promise<Failures> {
    const expected = frameExpected(caller, row)
    if (!expected || !isTriedAsWrong(expected)) return []
    this.#count(WRONG_CALLERS[caller])
    const found = (await this.#tryUpgrade(caller, row, expected)) ?? (await this.#tryFrame(caller, row, expected))
    return found.map((what) => `${nameOf(row)}, ${WRONG_CALLERS[caller]}: ${what}`)
  }

  /** @returns undefined for a caller that may open a socket */
  async #tryUpgrade(caller: WrongCaller, row: FrameRow, expected: Expected): Promise<Failures | undefined> {
    const { owned, revoked, deleted, revokedToken } = this.#scene
    const right = row.as === 'resident' ? owned.resident : owned.rings.onSocket.visitor
    const cookies: Partial<Record<WrongCaller, string>> = {
      ...{ anonymous: '', revokedSession: revoked, deletedAccount: deleted, apiToken: '', revokedToken: '' },
      wrongOrigin: right.client.cookieHeader,
    }
    const cookie = cookies[caller]
    if (cookie === undefined || expected.answer !== 'refused') return undefined
    const headers = {
      ...(caller === 'wrongOrigin' ? { origin: FOREIGN } : {}),
      ...(caller === 'apiToken' ? { authorization: `Bearer ${this.#scene.tokenWithout(undefined)}` } : {}),
      ...(caller === 'revokedToken' ? { authorization: `Bearer ${revokedToken}` } : {}),
    }
    const refusal = await this.#open(cookie, freshAddress(), headers).then(
      () => 'the upgrade succeeded',
      ({ message }: Error) => message,
    )
    return refusal === `upgrade refused: ${errorStatus(expected.code)}` ? [] : [refusal]
  }

  async #tryFrame(caller: WrongCaller, row: FrameRow, expected: Expected): Promise<Failures> {
    const [ofOther, ofVisitor] = this.#scene.sockets
    const isFree = caller === 'freeResident'
    const socket = isFree ? this.#freeSocket : caller === 'otherVisitor' ? ofVisitor : ofOther
    const own = { owner: this.#scene.free.user.id, id: this.#scene.freeBasics.ring, userId: 0 }
    const answer = await this.#ask(socket, row, isFree ? own : this.#ring)
    if (expected.answer !== 'refused') return answer.type === 'error' ? [`expected success, got ${JSON.stringify(answer)}`] : []
    if (answer.type !== 'error' || answer.code !== expected.code) return [`expected ${expected.code}, got ${JSON.stringify(answer)}`]
    if (isFree) return []
    const none = await this.#ask(socket, row, { owner: unknownId(), id: unknownId(), userId: unknownId() })
    const [one, other] = [saidBy(answer), none.type === 'error' ? saidBy(none) : none.type]
    return one === other ? [] : [`answered ${one}, but where nothing exists ${other}`]
  }
}

const nameOf = (row: FrameRow) => rowName(row.type, row)
/** The error without the ids that it repeats from the frame. */
const saidBy = ({ activityId: _id, requestId: _request, ...said }: ServerFrameOf<'error'>) => JSON.stringify(said)
