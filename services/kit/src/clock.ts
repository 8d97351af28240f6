/** Time is an argument everywhere: no SQL calls now() and no rule reads Date.now(), so that tests can shift it. */
export interface Clock {
  now(): Date
  /** @param ms milliseconds from now */
  in(ms: number): Date
}

export type ShiftableClock = Clock & { shift(ms: number): void }

/** The machine's clock; tests shift it in all processes, production never does. */
export function createClock(): ShiftableClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    in: (ms) => new Date(Date.now() + offset + ms),
    shift: (ms) => {
      offset += ms
    },
  }
}
