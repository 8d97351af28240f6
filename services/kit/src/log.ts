import { pino } from 'pino'
import { collapseRepeats } from './log-repeats.ts'

export type Log = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Facts as JSON lines; what could be a secret or a person's words is cut out wherever it stands, and a repeated error is one line a second. */
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
    serializers: { err: pino.stdSerializers.err },
    hooks: { logMethod: collapseRepeats() },
  })
}
