/** People and pages retry while a product is down. */
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#kit/app-error.ts'
import { errorStatus } from '#proto/errors.ts'
import { HttpError } from '#scripts/testing/http-client.ts'

const AGAIN_MS = 300
const MOST_MS = 90_000

const statusOf = (error: unknown) =>
  error instanceof HttpError ? error.status : error instanceof AppError ? errorStatus(error.code) : undefined

/**
 * Repeats a request until it succeeds.
 * @returns undefined if the product refuses it permanently, as an answer to a ring that is over
 * @throws Error with the last failure if it fails for too long
 */
export async function persist<T>(act: () => Promise<T>): Promise<T | undefined> {
  const deadline = performance.now() + MOST_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      const status = statusOf(error)
      if (status !== undefined && status < 500 && status !== 429) return undefined
      if (performance.now() > deadline) throw error
      await pause(AGAIN_MS)
    }
  }
}
