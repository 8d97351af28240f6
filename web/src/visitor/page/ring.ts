/** The ring's request: one Idempotency-Key per press, retried until it succeeds or the server refuses it. */
import type { Purpose, VisitWithChat } from '#proto/entities.ts'
import { ringDetails, type TypedTexts } from '#proto/ring-details.ts'
import type { Api } from '../../core/api.ts'
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

type RingDeps = {
  readonly api: Api
  readonly qrCodeId: string
  readonly fields: RingFields
  readonly key: string
  /** Stops the retries; a request in flight is awaited, so that its ring can be cancelled. */
  readonly signal: AbortSignal
  readonly onRepeat: () => void
  /** The door is under pressure: the ring goes by itself once its proof of work is done. */
  readonly onCrowded: () => void
}

/**
 * @returns the visit of this press, however many attempts it took
 * @throws ApiError the server's error, or the last failure: after a minute, or when the visitor cancelled
 */
export async function ring(deps: RingDeps): Promise<VisitWithChat> {
  const input = { qrCodeId: deps.qrCodeId, ...deps.fields, ...ringDetails(deps.fields) }
  const startedAt = performance.now()
  let ringProof: string | undefined
  for (;;) {
    try {
      return await deps.api.call('doorbell.ring', input, { idempotencyKey: deps.key, timeout: TRY_LIMIT, ...(ringProof && { ringProof }) })
    } catch (error) {
      const isLate = performance.now() - startedAt > GIVE_UP_AFTER
      if (deps.signal.aborted || isLate) throw error
      if (isChallenge(error)) {
        deps.onCrowded()
        ringProof = await proofFor(error, deps.signal)
      } else if (isApiError(error, ...TRANSIENT)) {
        deps.onRepeat()
        await pause(REPEAT_EVERY, deps.signal)
      } else throw error
    }
  }
}

const isChallenge = (error: unknown): error is ApiError => isApiError(error, 'ring_limited') && typeof error.params.challenge === 'string'

/** @returns undefined after waiting for the turn that the server gave, where the work cannot be done: the ring then goes without a proof */
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
