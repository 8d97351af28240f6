/** Collapses repeated warnings and errors to one line a second, so that an outage does not fill the disk with the same stack. */
import type { pino } from 'pino'
import { BoundedMap } from './bounded-map.ts'

const EVERY_MS = 1_000
/** Kinds within one second; more than a service has log statements. */
const MAX_KINDS = 200
/** pino's level number. */
const WARN = 40

type Repeats = { count: number; last: Parameters<pino.LogFn> }
type Thrown = { readonly name?: unknown; readonly message?: unknown; readonly stack?: unknown }

/** Lines are of one kind when their level, text, error and first stack line are equal, apart from numbers. */
function kindOf(level: number, [facts, text]: readonly unknown[]): string {
  const thrown = typeof facts === 'object' && facts !== null && 'err' in facts ? (facts.err as Thrown | string | null) : undefined
  const { name, message, stack } = typeof thrown === 'object' && thrown ? thrown : { message: thrown }
  const place = typeof stack === 'string' ? stack.split('\n').find((line) => line.startsWith('    at ')) : ''
  return [level, typeof facts === 'string' ? facts : text, name, message, place].join('|').slice(0, 500).replace(/\d+/g, '#')
}

/** A pino hook: writes the first line of a kind immediately, and those of the next second as one line with their count in `repeated`. */
export function collapseRepeatedLogs(everyMs = EVERY_MS): NonNullable<pino.LoggerOptions['hooks']>['logMethod'] {
  const kinds = new BoundedMap<string, Repeats>(MAX_KINDS)
  return function logOnce(args, write, level) {
    if (level < WARN) return write.apply(this, args)
    const kind = kindOf(level, args)
    const known = kinds.get(kind)
    if (known) {
      known.count += 1
      known.last = args
      return
    }
    const flush = () => {
      const repeats = kinds.get(kind)
      kinds.delete(kind)
      if (!repeats?.count) return
      begin()
      write.apply(this, withCount(repeats))
    }
    const begin = () => {
      kinds.set(kind, { count: 0, last: args })
      setTimeout(flush, everyMs).unref()
    }
    begin()
    write.apply(this, args)
  }
}

function withCount({ count, last }: Repeats): Parameters<pino.LogFn> {
  const [facts, ...rest] = last as unknown[]
  const line =
    typeof facts === 'object' && facts !== null ? [{ ...facts, repeated: count }, ...rest] : [{ repeated: count }, facts, ...rest]
  return line as Parameters<pino.LogFn>
}
