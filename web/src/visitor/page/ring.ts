/** The requests of a press: one Idempotency-Key per press, retried until the server accepts or refuses it. */
import type { Purpose, VisitWithChat } from '#proto/entities.ts'
import { ringDetails, type TypedTexts } from '#proto/ring-details.ts'
import type { Api, RequestOptions } from '../../core/api.ts'
import { type ApiError, isApiError } from '../../core/api-error.ts'

export type RingFields = TypedTexts & {
  readonly purpose?: Purpose
  readonly againOf?: number
}

/** Milliseconds between retries: after an outage the ring arrives within 2 s. */
const REPEAT_EVERY = 1_500
const GIVE_UP_AFTER = 60_000
const TRY_LIMIT = 8_000
/** Errors that are worth a retry. */
const TRANSIENT = ['network', 'unavailable', 'internal'] as const
/** For a door under pressure where this browser cannot do its proof of work: seconds, if the server names none. */
const TURN_AFTER = 45

/** One press: its idempotency key, the signal that stops its retries, and the callbacks of each retry. */
export type Press = {
  readonly key: string
  /** Stops the retries; a request in flight is awaited, so that its ring can be cancelled. */
  readonly signal: AbortSignal
  readonly onRepeat: () => void
  /** The door is under pressure: the ring is sent once its proof of work is done. */
  readonly onCrowded: () => void
}

type RingDeps = Press & { readonly api: Api; readonly qrCodeId: string; readonly fields: RingFields }

/**
 * @returns the visit of this press, however many attempts it took
 * @throws ApiError the server's error, or the last failure: after a minute, or when the visitor cancelled
 */
export function ring({ api, qrCodeId, fields, ...press }: RingDeps): Promise<VisitWithChat> {
  const input = { qrCodeId, ...fields, ...ringDetails(fields) }
  return repeat(press, (options) => api.call('doorbell.ring', input, options))
}

/** An invite's guest has no bell: Join is their ring (docs/product/decisions.md, 30). @throws ApiError as `ring` */
export function joinInvite({ api, token, ...press }: Press & { readonly api: Api; readonly token: string }): Promise<VisitWithChat> {
  return repeat(press, (options) => api.call('doorbell.join_invite', { token }, options))
}

/** Withdraws a ring. @param onRepeat called with each retry @throws ApiError as `ring` */
export function cancelRing(api: Api, id: number, onRepeat: () => void): Promise<VisitWithChat> {
  const { signal } = new AbortController()
  return repeat({ key: newIdempotencyKey(), signal, onRepeat, onCrowded: onRepeat }, ({ timeout }) =>
    api.call('doorbell.cancel', { id }, { timeout }),
  )
}

async function repeat(press: Press, attempt: (options: RequestOptions) => Promise<VisitWithChat>): Promise<VisitWithChat> {
  const startedAt = performance.now()
  let ringProof: string | undefined
  for (;;) {
    try {
      return await attempt({ idempotencyKey: press.key, timeout: TRY_LIMIT, ...(ringProof && { ringProof }) })
    } catch (error) {
      const isLate = performance.now() - startedAt > GIVE_UP_AFTER
      if (press.signal.aborted || isLate) throw error
      if (isChallenge(error)) {
        press.onCrowded()
        ringProof = await proofFor(error, press.signal)
      } else if (isUncertain(error)) {
        press.onRepeat()
        await pause(REPEAT_EVERY, press.signal)
      } else throw error
    }
  }
}

/** Whether the server may have stored the ring although its answer did not arrive. */
export const isUncertain = (error: unknown) => isApiError(error, ...TRANSIENT)

const isChallenge = (error: unknown): error is ApiError => isApiError(error, 'ring_limited') && typeof error.params.challenge === 'string'

/** @returns undefined after waiting for the assigned turn, where the work cannot be done: the ring is then sent without a proof */
async function proofFor({ params, retryAfter = TURN_AFTER }: ApiError, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { makeRingProof } = await import('./ring-proof.ts')
    return await makeRingProof({ challenge: String(params.challenge), difficulty: Number(params.difficulty) }, signal)
  } catch {
    await pause(retryAfter * 1_000, signal)
    return undefined
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** @returns a UUID; plain-http pages on a home network have no `randomUUID`. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
