/** A client of /ws that keeps every frame, so that a test can wait for a frame that has already arrived. */
import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import type { ClientFrame } from '#proto/frames/client.ts'
import type { MediaOp, MediaReply, MediaRequest } from '#proto/frames/media.ts'
import { ServerFrame, type ServerFrameOf } from '#proto/frames/server.ts'
import { ONE_TRY } from './http-client.ts'
import { eventually, inTime, PATIENCE } from './wait.ts'

export type SocketOptions = {
  readonly cookie?: string
  readonly address?: string
  readonly origin?: string
  readonly host?: string | undefined
  readonly authorization?: string
}
type FrameType = ServerFrame['type']

export class TestSocket {
  /** Every frame so far, oldest first; all of them match the contract. */
  readonly frames: ServerFrame[] = []
  readonly #socket: WebSocket
  readonly #closed: Promise<number>
  readonly #strange: string[] = []
  #read = 0
  #closeCode: number | undefined

  private constructor(socket: WebSocket) {
    this.#socket = socket
    this.#closed = new Promise((resolve) => socket.once('close', resolve))
    socket.once('close', (code) => {
      this.#closeCode = code
    })
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      const parsed = ServerFrame.safeParse(JSON.parse(String(data)))
      if (parsed.success) this.frames.push(parsed.data)
      else this.#strange.push(`${String(data).slice(0, 300)}: ${parsed.error.message}`)
    })
  }

  /** @throws Error with the HTTP status where the upgrade is refused */
  static async open(url: string, options: SocketOptions = {}): Promise<TestSocket> {
    const socket = new WebSocket(url, {
      headers: {
        ...(options.cookie ? { cookie: options.cookie } : {}),
        ...(options.host ? { host: options.host } : {}),
        ...(options.authorization ? { authorization: options.authorization } : {}),
      },
      ...(options.origin ? { origin: options.origin } : {}),
      ...(options.address ? { localAddress: options.address, ...ONE_TRY } : {}),
    })
    const client = new TestSocket(socket)
    await inTime(
      'the socket to open',
      new Promise<void>((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
        socket.once('unexpected-response', (_request, response) => reject(new Error(`upgrade refused: ${response.statusCode}`)))
      }),
    )
    return client
  }

  /** Undefined while it is open. */
  get closeCode(): number | undefined {
    return this.#closeCode
  }

  /** Received messages that are not frames of the contract. */
  get strange(): readonly string[] {
    return this.#strange
  }

  send(frame: ClientFrame): void {
    this.raw(JSON.stringify(frame))
  }

  /** Sends any message, also an invalid one. */
  raw(data: string | Uint8Array, { binary = typeof data !== 'string' } = {}): void {
    this.#socket.send(data, { binary })
  }

  /** Sends one message in fragments; with `isOpen` the final fragment is never sent. */
  fragments(parts: readonly string[], { isOpen = false } = {}): void {
    for (const [index, part] of parts.entries()) this.#socket.send(part, { fin: !isOpen && index === parts.length - 1 })
  }

  pong(): void {
    this.#socket.pong()
  }

  /** Waits for the next frame of a type that matches `where` and that no earlier `next` has returned. */
  async next<T extends FrameType>(
    type: T,
    where: (frame: ServerFrameOf<T>) => boolean = () => true,
    within = PATIENCE,
  ): Promise<ServerFrameOf<T>> {
    const fits = (frame: ServerFrame): frame is ServerFrameOf<T> => frame.type === type && where(frame as ServerFrameOf<T>)
    const found = await eventually(
      `a frame ${type} (seen: ${this.frames.map((frame) => frame.type).join(' ')})`,
      () => {
        if (this.#strange.length) throw new Error(`a frame does not fit the contract: ${this.#strange[0]}`)
        const at = this.frames.findIndex((frame, index) => index >= this.#read && fits(frame))
        return at < 0 ? null : { at }
      },
      within,
    )
    this.#read = found.at + 1
    return this.frames[found.at] as ServerFrameOf<T>
  }

  /**
   * A media request of one page, and its reply.
   * @param peerId of the page; without one it is the only peer of its visit or session
   * @throws Error with the error code as its message
   */
  async ask<Op extends MediaOp>(
    activityId: number,
    request: Extract<MediaRequest, { op: Op }>,
    peerId?: string,
    within = PATIENCE,
  ): Promise<MediaReply<Op>> {
    const requestId = randomUUID()
    this.send({ type: 'media_request', requestId, activityId, ...(peerId && { peerId }), request })
    const answer = await eventually(
      `an answer to ${request.op}`,
      () => this.frames.find((frame) => (frame.type === 'media_reply' || frame.type === 'error') && frame.requestId === requestId),
      within,
    )
    if (answer.type === 'media_reply') return answer.reply as MediaReply<Op>
    throw new Error(answer.type === 'error' ? answer.code : answer.type)
  }

  /** For measurements: called for every frame on arrival. */
  listen(callback: (frame: ServerFrame) => void): void {
    this.#socket.on('message', (data) => callback(JSON.parse(String(data)) as ServerFrame))
  }

  /** Every frame of a type so far. */
  all<T extends FrameType>(type: T): ServerFrameOf<T>[] {
    return this.frames.filter((frame): frame is ServerFrameOf<T> => frame.type === type)
  }

  /** @returns the close code */
  closed(within = PATIENCE): Promise<number> {
    return inTime('the socket to close', this.#closed, within)
  }

  /** Closes it as a closed browser does. */
  close(): void {
    this.#socket.close()
  }

  /** Ends the connection without a close frame, as a lost network does. */
  cut(): void {
    this.#socket.terminate()
  }
}
