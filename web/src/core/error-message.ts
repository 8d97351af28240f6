import { isApiError } from './api-error.ts'
import { sharedTexts } from './texts/en-shared.ts'

const t = sharedTexts.common
/** "Please wait a moment" is true up to here. */
const MOMENT_SECONDS = 60

/** @returns the text to show for an error. For a wait of more than a moment it says how long. */
export function errorMessageOf(error: unknown): string {
  if (!(error instanceof Error)) return t.unexpected
  if (!isApiError(error, 'limited', 'address_blocked') || (error.retryAfter ?? 0) <= MOMENT_SECONDS) return error.message
  const minutes = Math.ceil((error.retryAfter ?? 0) / 60)
  const text = error.code === 'limited' ? t.limitedFor : t.addressBlockedFor
  return minutes < 60 ? text(minutes, 'minute') : text(Math.ceil(minutes / 60), 'hour')
}
