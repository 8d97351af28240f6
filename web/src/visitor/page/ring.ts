/** The ring's request: one key per press, repeated by itself until it rang or was refused (interface: Idempotency-Key). */
import type { Purpose, VisitWithChat } from '#proto/entities.ts'
import type { Api } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'

export type RingFields = {
  readonly visitorName: string
  readonly unitNumber: string
  readonly message: string
  readonly purpose?: Purpose
  readonly againOf?: number
}

/** A failed ring is repeated this often, in milliseconds; a part that was down rings at most 2 s after its return. */
const REPEAT_EVERY = 1_500
const GIVE_UP_AFTER = 60_000
const TRY_LIMIT = 8_000
/** What passes by itself. */
const PASSING = ['network', 'unavailable', 'internal'] as const

type RingParts = {
  readonly api: Api
  readonly qrCodeId: string
  readonly fields: RingFields
  readonly key: string
  /** Ends the repeating; a request on its way is let finish, so that what rang can be withdrawn. */
  readonly signal: AbortSignal
  readonly onRepeat: () => void
}

/**
 * @returns the visit that stands for this press, however often it had to be sent
 * @throws ApiError the refusal, or the last failure: after a minute, or when the visitor gave up
 */
export async function ring(parts: RingParts): Promise<VisitWithChat> {
  const { unitNumber, ...rest } = parts.fields
  const input = { qrCodeId: parts.qrCodeId, ...rest, unitNumber: unitNumber || null }
  const startedAt = performance.now()
  for (;;) {
    try {
      return await parts.api.call('doorbell.ring', input, { idempotencyKey: parts.key, timeout: TRY_LIMIT })
    } catch (error) {
      const isLate = performance.now() - startedAt > GIVE_UP_AFTER
      if (parts.signal.aborted || isLate || !isApiError(error, ...PASSING)) throw error
      parts.onRepeat()
      await pause(REPEAT_EVERY, parts.signal)
    }
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

/** @returns a fresh key; plain-http pages on a home network have no `randomUUID`. */
export function freshKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
