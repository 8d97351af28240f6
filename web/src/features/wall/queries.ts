/** Starting and leaving a wall display. The page is reloaded each time, so that no data of the other role stays in its memory. */
import { useMutation } from '@tanstack/react-query'
import { HOME, WALL } from '../../core/return-path.ts'
import { useServices } from '../../core/services.ts'

/** Pending until the browser has left this page. */
function leaveFor(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}

export function useStartWall() {
  const { api, chats, outbox } = useServices()
  return useMutation({
    mutationFn: () => api.call('auth.start_wall', {}),
    onSuccess: () => {
      chats.closeAll()
      outbox.clear()
      return leaveFor(WALL)
    },
  })
}

/** @param to the page that asked for the password */
export function useLeaveWall(to: string | undefined) {
  const { api } = useServices()
  return useMutation({
    mutationFn: (proof: { readonly password: string; readonly code?: string }) => api.call('auth.leave_wall', proof),
    onSuccess: () => leaveFor(to ?? HOME),
  })
}
