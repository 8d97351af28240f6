/**
 * The arguments of an app. `openPool`, `openRedis` and `openOutbox` are in the files of their clients and take this context, so that a
 * service loads only the clients that it uses.
 */
import type { Bus } from './bus.ts'
import type { ShiftableClock } from './clock.ts'
import type { Events } from './events.ts'
import type { Check } from './http.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'

export interface ServiceContext<C> {
  readonly config: C
  readonly log: Log
  readonly clock: ShiftableClock
  readonly bus: Bus
  openEvents(): Promise<Events>
  /** A dependency of this process: /readyz answers 503 while the check fails. Of checks with one name the first counts. */
  addCheck(name: string, check: Check): void
  /** Adds a job of the kit's own; an app returns its jobs. */
  addJob(job: Job): void
  /** Runs a job now instead of at its time. */
  wake(job: string): void
  /** Runs when the service stops, after its jobs and consumers; in reverse order. */
  onClose(close: () => unknown): void
}
