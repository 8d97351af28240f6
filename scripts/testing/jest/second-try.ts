/**
 * In CI a wire test that fails is tried once more: a machine may stall for seconds. What passes only then is told by name as flaky at the
 * end of `npm test`, and is to be mended.
 */
import { jest } from '@jest/globals'

if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true })
