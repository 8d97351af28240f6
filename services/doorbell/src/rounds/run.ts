/** What time alone brings about. Each round may run in every copy at once; the rows decide who does what. */
import type { Log } from '#kit/log.ts'

export type Rounds = { stop(): Promise<void> }
export type Round = { readonly name: string; readonly everyMs: number; readonly firstMs?: number; readonly run: () => Promise<unknown> }

/** Runs each round again and again, never two of the same at once. */
export function startRounds(log: Log, rounds: readonly Round[]): Rounds {
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()
  const under = new Set<Promise<unknown>>()
  const plan = (round: Round, delay = round.everyMs) => {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const work = round
        .run()
        .catch((err: unknown) => stopped || log.warn({ err, round: round.name }, 'round failed, will come again'))
        .finally(() => {
          under.delete(work)
          plan(round)
        })
      under.add(work)
    }, delay)
    timers.add(timer)
  }
  for (const round of rounds) plan(round, round.firstMs)
  return {
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(under)
    },
  }
}
