/** The app's worker while somebody is signed in: it is registered, this browser's pushes are renewed, and its notifications lead here. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#proto/entities.ts'
import { useServices } from '../../core/services.ts'
import { useOpenRing } from '../../features/live-call/use-open-ring.ts'

const RING = /^\/rings\/(\d+)(\?.*)?$/

export function useAppWorker(user: User): void {
  const { cache, push, worker } = useServices()
  const navigate = useNavigate()
  const openRing = useOpenRing(user)
  const open = useRef<(path: string) => void>(undefined)
  open.current = (path) => {
    const [, id, search = ''] = RING.exec(path) ?? []
    // The modal is above every page: what is open stays.
    if (!openRing(cache.activity(Number(id)), search)) void navigate(path)
  }
  useEffect(() => worker.onOpen((path) => open.current?.(path)), [worker])
  useEffect(() => {
    void worker.start()
    void push.renew()
  }, [user.id, worker, push])
}
