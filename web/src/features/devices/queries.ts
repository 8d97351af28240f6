/** The account's devices (docs/product/interface.md, Devices and push), the diagnosis, and test rings. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TIME } from '#proto/limits.ts'
import type { Device } from '#proto/push.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useDoors } from '../../core/queries/doors.ts'
import { useUser } from '../../core/queries/user.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { type Toast, useToast } from '../../ui/toasts.tsx'
import { awaitPage } from './await-page.ts'
import { deviceNameOf, needsOpenPage } from './describe.ts'
import { devicesTexts as t } from './en-devices.ts'

/** Quiet hours begin and end by time, and a ring that does not appear is reported some seconds later. */
export function useDiagnosis() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.diagnosis,
    queryFn: () => api.call('notify.diagnosis', {}),
    staleTime: 0,
    refetchInterval: TIME.clockRefresh,
  })
}

function useDeviceList() {
  const queryClient = useQueryClient()
  return (change: (devices: readonly Device[]) => readonly Device[]) =>
    queryClient.setQueryData<readonly Device[]>(keys.devices, (devices) => devices && change(devices))
}

/** Another page has removed it already. */
function useGone() {
  const { cache } = useServices()
  const toast = useToast()
  return (error: unknown) => {
    const isGone = isApiError(error, 'not_found')
    if (isGone) void cache.invalidate(keys.devices, keys.diagnosis)
    toast({ kind: 'failure', title: t.changeFailed, text: isGone ? t.gone : errorMessageOf(error) })
  }
}

type DeviceChange = { readonly id: string; readonly name?: string; readonly details?: boolean; readonly weeklyCheck?: boolean }

export function useChangeDevice() {
  const { api, deviceRecord } = useServices()
  const { data: user } = useUser()
  const replace = useDeviceList()
  const onError = useGone()
  return useMutation({
    mutationFn: (change: DeviceChange) => api.call('notify.change_device', change),
    onSuccess: (device) => {
      if (device.isCurrent && user) deviceRecord.note(user.id, device)
      replace((devices) => devices.map((one) => (one.id === device.id ? device : one)))
    },
    onError,
  })
}

export function useRemoveDevice() {
  const { api, cache } = useServices()
  const replace = useDeviceList()
  const onError = useGone()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: string) => api.call('notify.remove_device', { id }),
    onSuccess: (_nothing, id) => {
      replace((devices) => devices.filter((one) => one.id !== id))
      void cache.invalidate(keys.diagnosis)
      toast({ kind: 'success', title: t.removed })
    },
    onError,
  })
}

const resultOnPage = (device: Device, onPage: 'shown' | 'not_shown'): Toast =>
  onPage === 'shown'
    ? { kind: 'success', title: t.test.shownOnPage(deviceNameOf(device)) }
    : {
        kind: 'failure',
        title: t.test.notShownTitle(deviceNameOf(device)),
        text: device.wall ? t.test.notShownOnWall : t.test.notShownText,
      }

/**
 * A test ring of the main door, on one device or on all; for a device without pushes, its page is waited for. Undefined while the doors
 * are not known.
 */
export function useTestRing(device?: Device) {
  const { api, cache, sounds } = useServices()
  const door = useDoors().data?.[0]
  const toast = useToast()
  const ring = useMutation({
    mutationFn: async (id: number) => {
      const activity = await api.call('doorbell.test_ring', { id, ...(device ? { deviceId: device.id } : {}) })
      if (!device || activity.quiet || !needsOpenPage(device)) return { activity }
      return { activity, onPage: await awaitPage(() => api.call('notify.ring_timeline', { id: activity.id })) }
    },
    onSuccess: ({ activity, onPage }) => {
      // The frame has the same data; this page does not wait for its socket. Rings of other devices do not concern this page.
      if (!device || device.isCurrent) cache.updateActivity(activity)
      if (activity.quiet) toast({ kind: 'info', title: t.test.quietTitle, text: t.test.quietText })
      else if (device && onPage && onPage !== 'unknown') toast(resultOnPage(device, onPage))
      else if (!device?.isCurrent) toast({ kind: 'success', title: device ? t.test.sent(deviceNameOf(device)) : t.test.sentToAll })
    },
    onError: (error) => toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: errorMessageOf(error) }),
  })
  return {
    ...ring,
    press: door
      ? () => {
          // The press allows this page to play its sound.
          sounds.unlock()
          ring.mutate(door.id)
        }
      : undefined,
  }
}
