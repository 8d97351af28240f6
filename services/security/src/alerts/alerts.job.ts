import type { Job } from '#kit/jobs.ts'
import { deliverAlerts } from './alerts.ts'

export const DELIVER_ALERTS = 'deliver-alerts'
/** A new alert wakes the job; the interval is for those whose delivery failed. */
const DELIVER_EVERY_MS = 10_000

export const alertJobs = (deps: Parameters<typeof deliverAlerts>[0]): readonly Job[] => [
  { name: DELIVER_ALERTS, everyMs: DELIVER_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: () => deliverAlerts(deps) },
]
