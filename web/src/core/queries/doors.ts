/** The resident's doors. */
import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Door } from '#proto/doors.ts'
import { CHIMES } from '#proto/limits.ts'
import type { WallView } from '#proto/operations/wall.ts'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

/** The primary door comes first. */
export function useDoors() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.doors, queryFn: () => api.call('doorbell.doors', {}) })
}

/** The sound of this door, the only setting that a wall display has of it; an unknown door has the standard chime. */
export function doorSound(queryClient: QueryClient, doorId: number | undefined): string {
  const doors = queryClient.getQueryData<Door[]>(keys.doors) ?? queryClient.getQueryData<WallView>(keys.wall)?.doors
  return doors?.find(({ id }) => id === doorId)?.soundUrl ?? CHIMES.standard
}
