/** A connection to a browser by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi). */
import { once } from 'node:events'
import WebSocket from 'ws'
import { inTime, PATIENCE } from '../wait.ts'

type Answer = { readonly id?: number; readonly type: string; readonly message?: string; readonly error?: string; readonly result?: unknown }
type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void }

export class BidiConnection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #sent = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#settle(JSON.parse(String(data)) as Answer))
    socket.on('close', () => this.#end(new Error('the browser has closed its connection')))
    socket.on('error', (error) => this.#end(error))
  }

  /** Opens a session. @param url as the browser printed it */
  static async open(url: string): Promise<BidiConnection> {
    const socket = new WebSocket(`${url}/session`)
    await inTime(`a connection to ${url}`, once(socket, 'open'))
    const connection = new BidiConnection(socket)
    await connection.call('session.new', { capabilities: {} })
    return connection
  }

  /** @throws Error with what the browser answers, or when it does not answer */
  async call<T = unknown>(method: string, params: object = {}, within = PATIENCE): Promise<T> {
    this.#sent += 1
    const id = this.#sent
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#socket.send(JSON.stringify({ id, method, params }))
    try {
      return (await inTime(`the browser's answer to ${method}`, answered, within)) as T
    } catch (error) {
      throw new Error(`${method}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    } finally {
      this.#waiting.delete(id)
    }
  }

  close(): void {
    this.#socket.terminate()
  }

  #settle({ id = 0, type, error, message, result }: Answer): void {
    const waiting = this.#waiting.get(id)
    if (type === 'error') waiting?.reject(new Error(`${error}: ${message}`))
    else waiting?.resolve(result)
  }

  #end(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
  }
}
