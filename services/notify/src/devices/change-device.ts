/** Changes that an account makes to one of its devices. */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { residentOf } from '#kit/handlers.ts'
import type { Caller } from '#proto/envelope.ts'
import type { Input } from '#proto/operations/index.ts'
import type { Device } from '#proto/push.ts'
import type { DoorbellClient } from '../core/ports.ts'
import { nextCheck } from '../core/weekly-check.ts'
import { type Devices, presentDevice, type StoredChange } from './devices.ts'
import { type NameSessionDeps, nameSession } from './name-session.ts'

type ChangeDeps = NameSessionDeps & {
  readonly devices: Pick<Devices, 'find' | 'change'>
  readonly doorbell: Pick<DoorbellClient, 'preferencesOf'>
  readonly clock: Clock
}

/** @throws AppError not_found, unavailable (when the weekly check is switched on, and doorbell does not return the time zone) */
export async function changeDevice(deps: ChangeDeps, input: Input<'notify.change_device'>, caller: Caller): Promise<Device> {
  const { id, weeklyCheck, ...change } = input
  const { userId, session } = residentOf(caller)
  const before = await deps.devices.find(userId, id)
  if (!before) throw new AppError('not_found')
  await deps.devices.change(userId, id, { ...change, ...(await checkChange(deps, userId, before.nextCheckAt, weeklyCheck)) })
  const device = await deps.devices.find(userId, id)
  if (!device) throw new AppError('not_found')
  if (change.name) await nameSession(deps, { ...device, userId })
  return presentDevice(device, session)
}

/** The first check is a week later. Switching it on again keeps its time. */
async function checkChange(
  { doorbell, clock }: ChangeDeps,
  userId: number,
  due: Date | null,
  weeklyCheck: boolean | undefined,
): Promise<Pick<StoredChange, 'nextCheckAt'>> {
  if (weeklyCheck === undefined || weeklyCheck === (due !== null)) return {}
  if (!weeklyCheck) return { nextCheckAt: null }
  const { timeZone } = await doorbell.preferencesOf(userId)
  return { nextCheckAt: nextCheck(clock.now(), timeZone) }
}
