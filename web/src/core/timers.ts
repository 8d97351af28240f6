/** Named timers: setting one replaces it, and `clearAll` stops all. */
export type Timers = {
  readonly set: (name: string, ms: number, run: () => void) => void
  readonly has: (name: string) => boolean
  readonly clear: (name: string) => void
  readonly clearAll: () => void
}

export function createTimers(): Timers {
  const running = new Map<string, ReturnType<typeof setTimeout>>()
  function clear(name: string): void {
    clearTimeout(running.get(name))
    running.delete(name)
  }
  return {
    set: (name, ms, run) => {
      clear(name)
      running.set(
        name,
        setTimeout(() => {
          running.delete(name)
          run()
        }, ms),
      )
    },
    has: (name) => running.has(name),
    clear,
    clearAll: () => {
      for (const name of [...running.keys()]) clear(name)
    },
  }
}
