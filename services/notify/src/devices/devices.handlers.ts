import { AppError } from '#kit/app-error.ts'
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import type { LiveUpdates } from '../core/ports.ts'
import { changeDevice } from './change-device.ts'
import { type Devices, presentDevice, REFUSED_FOR_MS } from './devices.ts'
import { type DiagnoseDeps, diagnose } from './diagnose.ts'
import { putPush, putState, type RegisterDeps } from './register-device.ts'

type Names =
  | 'push_key'
  | 'devices'
  | 'diagnosis'
  | 'put_push'
  | 'drop_push'
  | 'stop_pushes'
  | 'allow_pushes'
  | 'put_state'
  | 'change_device'
  | 'remove_device'
  | 'session_of_device'
type Deps = RegisterDeps & DiagnoseDeps & { readonly devices: Devices; readonly live: LiveUpdates }

export const deviceHandlers = (deps: Deps): SomeHandlersOf<'notify', Names> => ({
  push_key: async () => ({ publicKey: deps.publicKeys[0] }),
  devices: async ({ caller }) => {
    const { userId, session } = residentOf(caller)
    const devices = (await deps.devices.ofUser(userId)).map((device) => presentDevice(device, session))
    return devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  },
  diagnosis: ({ caller }) => diagnose(deps, residentOf(caller).userId),
  put_push: ({ input, caller }) => putPush(deps, input, caller),
  drop_push: async ({ caller }) => {
    await deps.devices.dropSubscription(residentOf(caller).session)
    return {}
  },
  stop_pushes: async ({ input: { session } }) => {
    await deps.devices.stopPushes(session, deps.clock.in(REFUSED_FOR_MS))
    return {}
  },
  allow_pushes: async ({ input: { session } }) => {
    await deps.devices.allowPushes(session)
    return {}
  },
  put_state: ({ input, caller }) => putState(deps, input, caller),
  change_device: ({ input, caller }) => changeDevice(deps, input, caller),
  remove_device: async ({ input, caller }) => {
    if (!(await deps.devices.remove(residentOf(caller).userId, input.id))) throw new AppError('not_found')
    return {}
  },
  session_of_device: async ({ input }) => {
    const device = await deps.devices.find(input.userId, input.deviceId)
    if (!device) throw new AppError('not_found')
    return { session: device.session }
  },
})
