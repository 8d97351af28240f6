/** Pushes the weekly checks that are due, each once. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { DoorbellClient, PushPreferences } from '../core/ports.ts'
import { afterQuietHours, checkLife, inDaytime, isPutOff, nextCheck, wouldRing } from '../core/weekly-check.ts'
import { checkNotice } from '../pushes/push-notice.ts'
import type { NewNotice } from '../pushes/pushes.ts'
import type { Checks, DueCheck } from './checks.ts'

export type CheckDeps = {
  readonly checks: Checks
  readonly doorbell: Pick<DoorbellClient, 'preferencesOf'>
  readonly pushNotice: (notice: NewNotice, lifeMs: number) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

const PAGE = 100
/** The end of do not disturb is not known in advance. */
const AGAIN_MS = 3_600_000

/** A device whose check fails is left for the next run, and delays no other. */
export async function runChecks(deps: CheckDeps): Promise<void> {
  const { checks, clock, log } = deps
  const now = clock.now()
  for (let page = await checks.due(now, undefined, PAGE); page.length; page = await checks.due(now, page.at(-1), PAGE))
    for (const check of page)
      await runCheck(deps, check, now).catch((err: unknown) =>
        log.warn({ err, deviceId: check.deviceId }, 'weekly check failed, will run again'),
      )
}

/** The push is claimed first: if a copy dies before it has moved the time, the next run does not push again. */
async function runCheck({ checks, doorbell, pushNotice }: CheckDeps, check: DueCheck, now: Date): Promise<void> {
  const preferences = await doorbell.preferencesOf(check.userId)
  const { timeZone } = preferences
  if (check.isReachable) {
    const later = waitUntil(preferences, check, now)
    if (later) return checks.reschedule(check, later)
    await pushNotice(checkNotice(check), checkLife(now, timeZone))
  }
  await checks.reschedule(check, nextCheck(now, timeZone))
}

/** @returns when to try again; undefined where the check may be sent now */
function waitUntil(preferences: PushPreferences, { platform, due }: DueCheck, now: Date): Date | undefined {
  const { until, timeZone } = preferences
  if (!wouldRing(preferences, platform))
    return until ? afterQuietHours(due, new Date(until), timeZone) : inDaytime(new Date(now.getTime() + AGAIN_MS), timeZone)
  const daytime = inDaytime(now, timeZone)
  return daytime > now && !isPutOff(due, now, timeZone) ? daytime : undefined
}
