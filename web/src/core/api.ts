/** The typed client of every operation with a path: types from the contract, routes inlined from it, no schemas at run time. */
import type { z } from 'zod'
import type { ErrorBody } from '#proto/errors.ts'
import type { OperationName, OperationNamed } from '#proto/operations/index.ts'
import { ApiError, type ApiErrorCode } from './api-error.ts'
import { errorText, fieldTexts } from './error-texts.ts'
import type { Routes } from './routes.static.ts'
import type { ServerClock } from './server-clock.ts'
import { errorTexts, NO_ANSWER } from './texts/en-errors.ts'

/** Coerced fields have input type `unknown`; a client passes their output type. */
type Coerced<In, Out> = { [K in keyof In]: unknown extends In[K] ? (K extends keyof Out ? Out[K] : In[K]) : In[K] }
/** What a client passes: path parameters and body (or query) in one object. */
export type CallInput<N extends OperationName> = Coerced<z.input<OperationNamed<N>['input']>, z.output<OperationNamed<N>['input']>>
export type CallOutput<N extends OperationName> = z.output<OperationNamed<N>['output']>

export type RequestOptions = {
  /** Sent as `Idempotency-Key`: a repeated ring returns the existing activity. */
  readonly idempotencyKey?: string
  /** Sent as `X-Ring-Proof`: the proof of work that a door under pressure requires. */
  readonly ringProof?: string
  readonly signal?: AbortSignal
  /** Milliseconds; default 15 s. */
  readonly timeout?: number
}
export type ListPage<T> = { readonly items: T /** Cursor of the next page, from `Link`. */; readonly next: string | undefined }

export type Api = {
  /** @throws ApiError */
  readonly call: <N extends OperationName>(name: N, input: CallInput<N>, options?: RequestOptions) => Promise<CallOutput<N>>
  /** A page of a list, with the cursor of the next page. @throws ApiError */
  readonly page: <N extends OperationName>(name: N, input: CallInput<N>, options?: RequestOptions) => Promise<ListPage<CallOutput<N>>>
  /** Raw bytes to an operation whose body is `raw` (the ring's photo). @throws ApiError */
  readonly upload: <N extends OperationName>(name: N, input: CallInput<N>, bytes: Blob, options?: RequestOptions) => Promise<void>
}

type ApiDeps = { readonly routes: Routes; readonly clock: ServerClock; readonly fetch?: typeof fetch }
type Answer = { readonly text: string; readonly status: number; readonly next: string | undefined }
type Prepared = { readonly method: string; readonly url: string; readonly rest: Readonly<Record<string, unknown>> }

const DEFAULT_TIMEOUT = 15_000
/** A raw text longer than this is no sentence. */
const READABLE = 200

/** Has `visitorRoutes` on the visitor's page, `allRoutes` in the resident's app. */
export function createApi({ routes, clock, fetch: send = fetch }: ApiDeps): Api {
  async function request(prepared: Prepared, init: RequestInit, options: RequestOptions = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    headers.set('accept', 'application/json')
    if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
    if (options.ringProof) headers.set('x-ring-proof', options.ringProof)
    const limit = deadline(options)
    const sentAt = Date.now()
    try {
      const response = await send(prepared.url, {
        ...init,
        method: prepared.method,
        headers,
        signal: limit.signal,
        credentials: 'same-origin',
      })
      clock.observeDate(response.headers.get('date'), sentAt)
      const text = await response.text()
      if (!response.ok) throw readError(response, text)
      return { text, status: response.status, next: nextCursor(response.headers.get('link')) }
    } catch (error) {
      throw error instanceof ApiError ? error : noAnswer(error, options.signal)
    } finally {
      limit.clear()
    }
  }
  async function json(name: string, input: object, options?: RequestOptions): Promise<{ output: unknown; next: string | undefined }> {
    const prepared = prepare(routes, name, input)
    // A DELETE without fields has no body.
    const inBody = prepared.method !== 'GET' && (prepared.method !== 'DELETE' || Object.keys(prepared.rest).length > 0)
    const init: RequestInit = inBody ? { body: JSON.stringify(prepared.rest), headers: { 'content-type': 'application/json' } } : {}
    const target = inBody ? prepared : { ...prepared, url: withQuery(prepared.url, prepared.rest) }
    const { text, status, next } = await request(target, init, options)
    return { output: status === 204 ? {} : parse(text, status), next }
  }
  return {
    call: async (name, input, options) => (await json(name, input, options)).output as CallOutput<typeof name>,
    page: async (name, input, options) => {
      const { output, next } = await json(name, input, options)
      return { items: output as CallOutput<typeof name>, next }
    },
    upload: async (name, input, bytes, options) => {
      const { status } = await request(prepare(routes, name, input), { body: bytes, headers: { 'content-type': bytes.type } }, options)
      if (status !== 204) throw notOurs(status)
    },
  }
}

function prepare(routes: Routes, name: string, input: object): Prepared {
  const route = routes[name]
  if (!route) throw new Error(`no route for ${name}`)
  const rest: Record<string, unknown> = { ...input }
  const url = route[1].replaceAll(/:(\w+)/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  return { method: route[0], url, rest }
}

function withQuery(url: string, fields: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== null) query.set(key, String(value))
  const text = query.toString()
  return text ? `${url}?${text}` : url
}

/** The cursor of `Link: <…?cursor=x>; rel="next"` (docs/product/interface.md: lists). */
export function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  return target ? (new URL(target, 'http://any').searchParams.get('cursor') ?? undefined) : undefined
}

function noAnswer(error: unknown, own: AbortSignal | undefined): unknown {
  if (own?.aborted) return error
  return new ApiError({ message: NO_ANSWER, code: 'network', status: 0, isOurs: false })
}

/** Combines the signal with a timeout by hand: the oldest supported browsers have no `AbortSignal.any`. */
function deadline({ signal, timeout = DEFAULT_TIMEOUT }: RequestOptions): { readonly signal: AbortSignal; readonly clear: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  const timer = setTimeout(abort, timeout)
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/**
 * docs/product/specification.md, 8: the message field, else "status: text", else the raw text, but never the source of a proxy's page. The
 * server's errors are translated. A 5xx without our code is a proxy's, while the server is away; a 429 is its own limit.
 */
function readError(response: Response, text: string): ApiError {
  const body = parseObject(text)
  const { status, statusText } = response
  const hasCode = typeof body?.code === 'string'
  if (!hasCode && status >= 500) return notOurs(status)
  const isReadable = text && !text.includes('<') && text.length <= READABLE
  const message = typeof body?.message === 'string' ? body.message : statusText ? `${status}: ${statusText}` : isReadable ? text : NO_ANSWER
  const code = hasCode ? (body.code as ApiErrorCode) : status === 429 ? 'limited' : 'unknown'
  const received = { ...(body as Partial<ErrorBody> | undefined), code, message }
  const retry = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    message: errorText(errorTexts, received),
    code,
    status,
    details: isStrings(body?.details) ? fieldTexts(errorTexts, received) : undefined,
    retryAfter: Number.isFinite(retry) ? retry : undefined,
    params: received.params,
    isOurs: hasCode,
    requestId: response.headers.get('x-request-id'),
  })
}

/** @throws ApiError for a response that is not our server's, such as the page of a proxy or of a network that asks to sign in */
function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notOurs(status)
  }
}

/** A proxy between this page and the server has answered: treated as no answer, and worth a retry. */
const notOurs = (status: number) => new ApiError({ message: NO_ANSWER, code: 'unavailable', status, isOurs: false })

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function isStrings(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string')
}
