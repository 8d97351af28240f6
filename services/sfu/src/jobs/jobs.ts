/** The jobs of each sfu node. */
import type { Job } from '#kit/jobs.ts'
import { ANNOUNCE_EVERY_MS } from '../domain/announcement.ts'

const SWEEP_EVERY_MS = 600_000
const TICK_EVERY_MS = 1_000
const START_WORKERS_EVERY_MS = 2_000
/** How long the copies of a node are not measured after the one that had their port has ended. */
const TAKE_METRICS_PORT_EVERY_MS = 1_000

export const sfuJobs = (deps: {
  readonly announce: () => Promise<unknown>
  readonly sweepLeftPieces: () => Promise<unknown>
  readonly engine: { startWorkers(): Promise<unknown>; tick(): Promise<unknown> }
  /** On a node's own network alone. */
  readonly metricsPort: { take(): Promise<void> } | undefined
}): readonly Job[] => [
  { name: 'start-workers', everyMs: START_WORKERS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: () => deps.engine.startWorkers() },
  { name: 'announce-node', everyMs: ANNOUNCE_EVERY_MS, runsIn: 'every copy', run: deps.announce },
  { name: 'sweep-left-pieces', everyMs: SWEEP_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: deps.sweepLeftPieces },
  { name: 'tick-rooms', everyMs: TICK_EVERY_MS, runsIn: 'every copy', run: () => deps.engine.tick() },
  ...metricsJobs(deps.metricsPort),
]

const metricsJobs = (port: { take(): Promise<void> } | undefined): readonly Job[] =>
  port ? [{ name: 'take-metrics-port', everyMs: TAKE_METRICS_PORT_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: () => port.take() }] : []
