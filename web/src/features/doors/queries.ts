/** Changes of the resident's doors. Each returns the changed door, which replaces the cached one. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Building, Door, DoorSound } from '#proto/doors.ts'
import type { User } from '#proto/entities.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { doorsTexts as t } from './en-doors.ts'

export type DoorChange = { label?: string; enabled?: boolean; building?: Building | null; sound?: DoorSound }

function updateDoor(queryClient: QueryClient, door: Door): void {
  // Adding a door or choosing a sound turns its switch on.
  void queryClient.invalidateQueries({ queryKey: keys.preferences })
  queryClient.setQueryData<Door[]>(keys.doors, (doors) =>
    doors?.some(({ id }) => id === door.id) ? doors.map((known) => (known.id === door.id ? door : known)) : [...(doors ?? []), door],
  )
  // The user's code is the first door's; the server updates it asynchronously (docs/product/decisions.md, 3).
  if (door.primary) queryClient.setQueryData<User>(keys.user, (user) => user && { ...user, qrCodeId: door.qrCodeId })
}

/** @returns the mutation; its form shows the errors */
export function useAddDoor() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (label: string) => api.call('doorbell.add_door', { label }),
    onSuccess: (door) => {
      updateDoor(queryClient, door)
      void cache.invalidate(keys.preferences)
      toast({ kind: 'success', title: t.added, text: t.addedText })
    },
  })
}

export function useChangeDoor() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: DoorChange }) => api.call('doorbell.change_door', { id, ...change }),
    onSuccess: (door, { change }) => {
      updateDoor(queryClient, door)
      if (change.sound) void cache.invalidate(keys.preferences)
      toast({ kind: 'success', title: t.saved, spoken: true })
    },
    onError: (error) => toast({ kind: 'failure', title: t.saveFailed, text: errorMessageOf(error) }),
  })
}

export function useRotateDoor() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id, graceHours }: { id: number; graceHours: number }) => api.call('doorbell.rotate_door', { id, graceHours }),
    onSuccess: (door) => {
      updateDoor(queryClient, door)
      toast({ kind: 'success', title: t.rotated, text: t.rotatedText })
    },
    onError: (error) => toast({ kind: 'failure', title: t.rotateFailed, text: errorMessageOf(error) }),
  })
}

export function useRemoveDoor() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.remove_door', { id }),
    onSuccess: (_nothing, id) => {
      queryClient.setQueryData<Door[]>(keys.doors, (doors) => doors?.filter((door) => door.id !== id))
      toast({ kind: 'success', title: t.removed, spoken: true })
    },
    onError: (error) => {
      // Another device has done it already.
      if (isApiError(error, 'not_found')) void cache.invalidate(keys.doors)
      else toast({ kind: 'failure', title: t.removeFailed, text: errorMessageOf(error) })
    },
  })
}

export function useUploadSound() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id, file }: { id: number; file: Blob }) =>
      api.upload('doorbell.put_sound', { id }, file.slice(0, file.size, 'audio/mpeg'), { timeout: 60_000 }),
    onSuccess: async () => {
      await cache.invalidate(keys.doors)
      void cache.invalidate(keys.preferences)
      toast({ kind: 'success', title: t.uploaded, spoken: true })
    },
    onError: (error) => toast({ kind: 'failure', title: t.uploadFailed, text: errorMessageOf(error) }),
  })
}
