/**
 * In CI a failing wire test is retried once, because a machine may stall for seconds. A test that passes only then is listed as flaky at
 * the end of `npm test` and must be fixed.
 */
import { jest } from '@jest/globals'

if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true })
