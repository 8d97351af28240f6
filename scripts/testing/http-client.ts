/** An HTTP client of one person: its own source address, a cookie jar, and the contract's typed operations. */
import { gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import type { z } from 'zod'
import type { ErrorBody, ErrorCode } from '#proto/errors.ts'
import { type OperationName, type OperationNamed, operationNamed } from '#proto/operations/index.ts'

export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The parsed body, or undefined if it is not JSON. */
  readonly body: unknown
}
export type HttpRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** An object is sent as JSON; a string or bytes as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
type Sent<N extends OperationName> = z.input<OperationNamed<N>['input']>
type Got<N extends OperationName> = z.output<OperationNamed<N>['output']>

/** Node ignores `localAddress` while it tries several addresses of a name (`localhost` has two), so only one family is tried. */
export const ONE_TRY = { family: 4, autoSelectFamily: false } as const

/** An HTTP agent whose connections all have this source address. */
export const agentFrom = (localAddress: string, connections = 4): Agent => new Agent({ localAddress, connections, connect: ONE_TRY })

export type HttpClientOptions = {
  /** The Host header, if it differs from the host of the base URL. */
  readonly host?: string | undefined
  /** Whether connections have the address as their source, or a header of a trusted proxy contains it. */
  readonly by?: 'local-ips' | 'forwarded-from'
  /** Accepts any certificate. */
  readonly insecure?: boolean
}

/** An error answer of the server. */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly answer: HttpAnswer

  constructor(answer: HttpAnswer, what: string) {
    const body = answer.body as Partial<ErrorBody> | undefined
    super(`${what}: ${answer.status} ${body?.code ?? ''} ${body?.message ?? answer.text.slice(0, 200)}`)
    this.status = answer.status
    this.code = body?.code
    this.answer = answer
  }
}

export class HttpClient {
  readonly base: string
  readonly address: string
  /** The Host header, if it differs from the host of `base`. */
  readonly host: string | undefined
  readonly cookies = new Map<string, string>()
  readonly #agent: Agent
  readonly #headers: Readonly<Record<string, string>>

  /** @param address a 127.x.y.z that only this person has, or one in a trusted proxy's header; limits and blocks count by it */
  constructor(base: string, address: string, { host, by = 'local-ips', insecure = false }: HttpClientOptions = {}) {
    this.base = base
    this.address = address
    this.host = host
    this.#agent = new Agent({
      ...(by === 'local-ips' ? { localAddress: address, connections: 4 } : {}),
      connect: { ...ONE_TRY, rejectUnauthorized: !insecure },
    })
    this.#headers = by === 'local-ips' ? {} : { 'x-forwarded-for': address }
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async http(path: string, options: HttpRequest = {}): Promise<HttpAnswer> {
    const json = options.body !== undefined && typeof options.body !== 'string' && !(options.body instanceof Uint8Array)
    const answer = await request(new URL(path, this.base), {
      method: options.method ?? 'GET',
      dispatcher: this.#agent,
      headers: {
        ...this.#headers,
        ...(this.host ? { host: this.host } : {}),
        ...(this.cookies.size ? { cookie: this.cookieHeader } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      body: json ? JSON.stringify(options.body) : ((options.body as string | Uint8Array | undefined) ?? null),
    })
    this.keepCookies(answer.headers['set-cookie'])
    // It ends when the server stops: a test that reads it has a reader of its own (event-stream.ts).
    const isStream = isEventStream(answer.headers['content-type'])
    if (isStream) answer.body.destroy()
    const bytes = isStream ? Buffer.alloc(0) : Buffer.from(await answer.body.arrayBuffer())
    const text = decoded(bytes, answer.headers['content-encoding']).toString()
    return { status: answer.statusCode, headers: answer.headers, text, body: parseJson(text) }
  }

  /** Gets a file. */
  async bytes(
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Pick<HttpAnswer, 'status' | 'headers'> & { body: Buffer }> {
    const answer = await request(new URL(path, this.base), {
      dispatcher: this.#agent,
      headers: { ...this.#headers, cookie: this.cookieHeader, ...headers },
    })
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
  }

  /** Calls an operation of the contract. @throws HttpError */
  async call<N extends OperationName>(name: N, input: Sent<N>, headers: Readonly<Record<string, string>> = {}): Promise<Got<N>> {
    const route = operationNamed(name).http
    if (!route) throw new Error(`${name} has no route`)
    const fields: Record<string, unknown> = { ...(input as object) }
    const path = route.path.replace(/:(\w+)/g, (_whole, key: string) => {
      const value = String(fields[key])
      delete fields[key]
      return encodeURIComponent(value)
    })
    const query =
      route.method === 'GET' ? new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])) : undefined
    const answer = await this.http(query?.size ? `${path}?${query}` : path, {
      method: route.method,
      ...(route.method === 'GET' ? {} : { body: fields }),
      headers,
    })
    if (answer.status >= 400) throw new HttpError(answer, name)
    return answer.body as Got<N>
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  /** As a browser does with an answer's Set-Cookie. */
  keepCookies(header: string | string[] | undefined): void {
    for (const line of header === undefined ? [] : [header].flat()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at).trim()
      const gone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute) || /^\s*expires=Thu, 01 Jan 1970/i.test(attribute))
      if (gone) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(at + 1))
    }
  }
}

/** The API's documents are compressed for clients that name no encoding. */
const isEventStream = (type: string | string[] | undefined) => String(type).startsWith('text/event-stream')

const decoded = (body: Buffer, encoding: string | string[] | undefined): Buffer => (encoding === 'gzip' ? gunzipSync(body) : body)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
