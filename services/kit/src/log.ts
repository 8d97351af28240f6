import { pino } from 'pino'
import { collapseRepeatedLogs } from './collapse-repeated-logs.ts'
import { requestFields } from './request-log.ts'

export type Log = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/**
 * JSON lines, those of a request with its id. Fields that may contain secrets or a person's text are removed; a repeated error is one line
 * a second.
 */
export function createLog(service: string, level: string): Log {
  return pino({
    base: { service },
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['password', 'token', 'cookie', 'authorization', 'message', 'photo', 'email'].flatMap((key) => [
        key === 'message' ? 'input.message' : key,
        `*.${key === 'message' ? 'input.message' : key}`,
      ]),
      remove: true,
    },
    mixin: requestFields,
    serializers: { err: pino.stdSerializers.err },
    hooks: { logMethod: collapseRepeatedLogs() },
  })
}
