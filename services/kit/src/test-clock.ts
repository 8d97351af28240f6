import { subjects } from '#proto/subjects.ts'
import type { Bus } from './bus.ts'
import type { ShiftableClock } from './clock.ts'
import type { Jobs } from './jobs.ts'

/** Tests shift the clock of all processes, and the times of their jobs, with one message; production never subscribes to it. */
export function followTestClock(
  bus: Bus,
  { clock, jobs }: { readonly clock: ShiftableClock; readonly jobs: Pick<Jobs, 'passTime'> },
  config: { readonly TEST_CLOCK: boolean; readonly NODE_ENV: string },
): void {
  if (!config.TEST_CLOCK) return
  if (config.NODE_ENV === 'production') throw new Error('TEST_CLOCK is not for production')
  bus.subscribe(subjects.testClock, (body) => {
    clock.shift(Number(body))
    jobs.passTime(Number(body))
    bus.publish(subjects.testClockShifted, {})
  })
}
