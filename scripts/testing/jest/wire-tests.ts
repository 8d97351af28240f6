/**
 * Applies to every wire test and hook. The time-out is far longer than any test takes and only ends tests that hang; each wait has its own
 * deadline (`eventually`), whose error says what did not happen. In CI a failing test is retried once, because a machine may stall for
 * seconds; a test that passes only then is listed as flaky at the end of `npm test` and must be fixed.
 */
import { jest } from '@jest/globals'

jest.setTimeout(300_000)
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true })
