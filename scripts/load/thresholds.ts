/** The bounds of a run, per part. Milliseconds, or shares from 0 to 1. */
import type { Options } from 'k6/options'
import type { Profile } from './profiles.ts'

/** What virtual users do, each a function of k6/main.ts. `residents` answer the rings and chats of the other parts. */
export type Part = 'residents' | 'idle' | 'visitors' | 'chat' | 'dashboard' | 'signIn' | 'flood'

export type Bound = {
  readonly label: string
  /** A metric of k6, by tag where it is one of several. */
  readonly metric: string
  readonly of: 'p(95)' | 'rate' | 'least'
  readonly than: '<' | '>'
  readonly ordinary: number
  /** While a stress or spike looks for the limit. */
  readonly peak: number
}

const p95 = (label: string, metric: string, ordinary: number, peak: number): Bound => ({
  label,
  metric,
  of: 'p(95)',
  than: '<',
  ordinary,
  peak,
})
const share = (label: string, metric: string, ordinary: number, peak: number): Bound => ({
  label,
  metric,
  of: 'rate',
  than: '>',
  ordinary,
  peak,
})
const http = (name: string) => `http_req_duration{name:${name}}`

export const BOUNDS: Readonly<Record<Part, readonly Bound[]>> = {
  residents: [p95('ring → frame on the resident’s socket, p95', 'ring_frame', 400, 1_500)],
  idle: [p95('socket → registered, p95', 'socket_open', 500, 2_000), share('sockets that stay open', 'sockets_kept', 0.999, 0.99)],
  visitors: [
    p95('visitor’s page, p95', http('page'), 300, 1_500),
    p95('POST ring → 201, p95', http('ring'), 300, 1_500),
    p95('ring → answer on the visitor’s page, without the resident’s thinking, p95', 'answer_round', 600, 2_500),
    p95('ring → “delivered” on the visitor’s page, p95', 'ring_receipt', 500, 2_000),
    share('rings answered 201', 'rings_accepted', 0.999, 0.99),
    share('visits that see their answer', 'visits_answered', 0.995, 0.97),
  ],
  chat: [p95('message → the other side, p95', 'chat_frame', 400, 1_500), share('messages that arrive', 'messages_arrived', 0.995, 0.97)],
  dashboard: [p95('list polled, p95', http('poll'), 300, 1_500), share('reads answered 200', 'reads_answered', 0.999, 0.99)],
  signIn: [p95('sign-in, p95', http('sign-in'), 1_000, 5_000), share('sign-ins that succeed', 'sign_ins', 0.999, 0.97)],
  flood: [share('flooding rings answered 201 or 429', 'floods_held', 0.999, 0.99)],
}

/** Of `calls`, measured in the pages. */
export const CALL_BOUNDS = {
  resident: p95('press → the resident’s first frame, p95', 'resident', 2_500, 8_000),
  visitor: p95('the resident’s devices → the visitor’s first frame, p95', 'visitor', 2_500, 8_000),
  /** Chromium's fake camera makes 20 frames a second; a software encoder on a full machine makes fewer. */
  frames: { ...share('frames shown a second, the least of all pages', 'frames', 8, 2), of: 'least' },
  connected: share('calls that connect and end in order', 'connected', 0.99, 0.9),
} as const

/** A share below this ends a run whose profile says so: an hour of errors shows no more than minutes do. */
const LEAST_SHARE = 0.9

type Thresholds = NonNullable<Options['thresholds']>

/** @returns the thresholds of k6 for the parts that run */
export function thresholdsOf(parts: readonly Part[], { bounds, abortsAfter }: Pick<Profile, 'bounds' | 'abortsAfter'>): Thresholds {
  const ofBound = (bound: Bound): Thresholds[string] => [
    expressionOf(bound, bounds),
    ...(abortsAfter !== undefined && bound.of === 'rate'
      ? [{ threshold: `rate>${LEAST_SHARE}`, abortOnFail: true, delayAbortEval: `${abortsAfter}s` }]
      : []),
  ]
  return Object.fromEntries(parts.flatMap((part) => BOUNDS[part].map((bound) => [bound.metric, ofBound(bound)])))
}

/** @returns the bound as k6 reads it, such as `p(95)<300` */
export function expressionOf(bound: Pick<Bound, 'of' | 'than' | 'ordinary' | 'peak'>, bounds: Profile['bounds']): string {
  return `${bound.of}${bound.than}${bound[bounds]}`
}
