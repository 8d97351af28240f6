/**
 * Runs one after the other for each key. A request made while another one waits shares its run, which has not begun: a customer never has
 * more than one fetch in progress and one waiting, however often it is requested.
 */
export type Coalesce = (key: string, run: () => Promise<void>) => Promise<void>

export function createCoalesce(): Coalesce {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  const begin = (key: string, run: () => Promise<void>): Promise<void> => {
    const done = run().finally(() => running.delete(key))
    running.set(key, done)
    return done
  }
  return (key, run) => {
    const before = running.get(key)
    if (!before) return begin(key, run)
    const shared = waiting.get(key)
    if (shared) return shared
    const next = before
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key)
        return begin(key, run)
      })
    waiting.set(key, next)
    return next
  }
}
