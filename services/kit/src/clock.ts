/** Time is an argument everywhere: no SQL calls now() and no rule reads Date.now(), so that tests can shift it. */
export interface Clock {
  now(): Date
  /** @param ms milliseconds from now */
  in(ms: number): Date
}

/** The times of this machine, in milliseconds: its clock, which may jump, and one that only goes forward. */
export type MachineTime = { readonly wall: () => number; readonly steady: () => number }

export type ShiftableClock = Clock & {
  shift(ms: number): void
  /**
   * Takes the time of a server that all copies share. A difference of two seconds or more is corrected from then on; smaller ones are those
   * of any two machines.
   * @param time milliseconds since the epoch
   * @returns by how many milliseconds this machine's clock is ahead, if it is corrected
   */
  follow(time: number): number | undefined
}

const MACHINE: MachineTime = { wall: () => Date.now(), steady: () => performance.now() }
const TOLERATED_MS = 2_000

/**
 * The machine's clock; tests shift it in all processes, production never does. Copies decide by it when a ring is over, so one whose
 * machine's clock jumps must not decide alone: a clock that has followed a server ignores a jump until it follows the next time.
 */
export function createClock({ wall, steady }: MachineTime = MACHINE): ShiftableClock {
  let offset = 0
  /** What is added to the machine's clock, and by how much that was ahead of its steady time, when the clock last followed. */
  let followed: { readonly correction: number; readonly wallAhead: number } | undefined
  const time = () => {
    if (!followed) return wall()
    const jump = wall() - steady() - followed.wallAhead
    return wall() + followed.correction - (Math.abs(jump) < TOLERATED_MS ? 0 : jump)
  }
  return {
    now: () => new Date(time() + offset),
    in: (ms) => new Date(time() + offset + ms),
    shift: (ms) => {
      offset += ms
    },
    follow: (shared) => {
      const ahead = wall() - shared
      const isOff = Math.abs(ahead) >= TOLERATED_MS
      followed = { correction: isOff ? -ahead : 0, wallAhead: wall() - steady() }
      return isOff ? ahead : undefined
    },
  }
}
