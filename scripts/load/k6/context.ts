/** Shared by every scenario: the settings, the metrics, and requests that count errors. */
import { check } from 'k6'
import exec from 'k6/execution'
import http, { type RefinedParams, type RefinedResponse, type RequestBody } from 'k6/http'
import { Counter, Rate, Trend } from 'k6/metrics'
import { WebSocket } from 'k6/websockets'
import { addressAt } from '../addresses.ts'
import { shapeOf } from '../scenarios.ts'
import { readSettings } from '../settings.ts'

export const settings = readSettings(__ENV)
export const shape = shapeOf(settings.scenario, settings.profile)

/** Milliseconds, then shares, then counts. */
export const metrics = {
  ringFrame: new Trend('ring_frame', true),
  ringReceipt: new Trend('ring_receipt', true),
  answerRound: new Trend('answer_round', true),
  chatFrame: new Trend('chat_frame', true),
  socketOpen: new Trend('socket_open', true),
  socketsKept: new Rate('sockets_kept'),
  ringsAccepted: new Rate('rings_accepted'),
  visitsAnswered: new Rate('visits_answered'),
  messagesArrived: new Rate('messages_arrived'),
  readsAnswered: new Rate('reads_answered'),
  signIns: new Rate('sign_ins'),
  floodsHeld: new Rate('floods_held'),
  socketsOpened: new Counter('sockets_opened'),
  socketsClosed: new Counter('sockets_closed'),
  errors: new Counter('load_errors'),
  refusals: new Counter('load_refusals'),
}

export type Answer = RefinedResponse<'text'>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** @param index of the address that is sent; by default each virtual user of the whole test has one */
function forwarded(index: number = exec.vu.idInTest): Record<string, string> {
  const { forwardedFrom } = settings
  return forwardedFrom ? { 'X-Forwarded-For': addressAt(forwardedFrom, index) } : {}
}

/**
 * The parameters of a request: its name in the report, and the cookies of an account instead of the virtual user's own.
 * @param address as in `forwarded`
 */
export function paramsOf(name: string, cookie?: string, address?: number): RefinedParams<'text'> {
  return {
    headers: { ...JSON_TYPE, ...forwarded(address), ...(cookie ? { Cookie: cookie } : {}) },
    tags: { name },
    timeout: '15s',
    redirects: 0,
    ...(cookie === undefined ? {} : { jar: new http.CookieJar() }),
  }
}

/** @param body sent as JSON */
export function send(name: string, method: Method, path: string, body?: object, cookie?: string): Answer {
  return http.request(method, settings.url + path, bodyOf(body), paramsOf(name, cookie))
}

/** As `send`, while the sockets of the same virtual user continue. */
export function sendBeside(name: string, method: Method, path: string, body?: object, cookie?: string): Promise<Answer> {
  return http.asyncRequest(method, settings.url + path, bodyOf(body), paramsOf(name, cookie))
}

const bodyOf = (body: object | undefined): RequestBody | null => (body === undefined ? null : JSON.stringify(body))

/** Checks an answer, and counts an unexpected one by its error code. @returns whether it is as expected */
export function expectStatus(step: string, answer: Answer, status: number): boolean {
  if (check(answer, { [`${step}: status ${status}`]: (one) => one.status === status })) return true
  metrics.errors.add(1, { step, code: codeOf(answer) })
  return false
}

/** Adds to a rate, with a check of the same result beside it. @param what the sentence that is true or not */
export function observe(rate: Rate, what: string, isTrue: boolean): void {
  rate.add(isTrue)
  check(isTrue, { [what]: (one) => one })
}

/** @returns the product's error code, else the status, else that there was no answer */
export function codeOf(answer: Answer): string {
  if (answer.status === 0) return `no answer (${answer.error_code})`
  try {
    const { code } = JSON.parse(answer.body ?? '') as { code?: string }
    return code ? `${answer.status} ${code}` : String(answer.status)
  } catch {
    return String(answer.status)
  }
}

export type Frame = {
  readonly type: string
  readonly activityId?: number
  readonly message?: string
  readonly code?: string
  readonly visit?: { readonly delivered: boolean }
}

/** The cookies of the virtual user. */
export function ownCookies(): string {
  return Object.entries(http.cookieJar().cookiesForURL(settings.url))
    .map(([name, values]) => `${name}=${values[0] ?? ''}`)
    .join('; ')
}

/**
 * Opens a socket and registers. @param onFrame is called for every frame @param onClose for an end without `close`
 */
export function openSocket(
  register: object,
  cookie: string,
  onFrame: (frame: Frame, socket: WebSocket) => void,
  onClose: (why: string) => void,
): { close(): void } {
  const began = Date.now()
  const socket = new WebSocket(`${settings.url.replace('http', 'ws')}/ws`, null, {
    headers: { ...forwarded(), Cookie: cookie },
    tags: { name: 'socket' },
  })
  let asked = false
  let opened = false
  let ended = false
  const end = (why: string) => {
    if (ended) return
    ended = true
    if (opened) metrics.socketsClosed.add(1)
    if (asked) return
    metrics.errors.add(1, { step: 'socket', code: why })
    onClose(why)
  }
  socket.onopen = () => {
    opened = true
    metrics.socketsOpened.add(1)
    socket.send(JSON.stringify(register))
  }
  socket.onmessage = (event) => {
    const frame = JSON.parse(String(event?.data)) as Frame
    if (frame.type === 'register_success') metrics.socketOpen.add(Date.now() - began)
    if (frame.type === 'error') metrics.errors.add(1, { step: 'frame', code: frame.code ?? 'error' })
    onFrame(frame, socket)
  }
  socket.onerror = (event) => end(event?.error ?? 'socket error')
  socket.onclose = () => end('closed')
  return {
    close: () => {
      asked = true
      if (!ended) socket.close()
    },
  }
}

/** Milliseconds until the end of the test, whose residents begin `lead` seconds before all other scenarios. */
export function untilEnd(): number {
  const lead = exec.scenario.name === 'residents' ? 0 : shape.lead
  return Math.max(0, exec.scenario.startTime + (shape.seconds - lead) * 1_000 - Date.now())
}
