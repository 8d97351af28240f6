/** The app's worker while a user is signed in: it is registered, this browser's pushes are renewed, and its notifications lead here. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '#proto/entities.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { isLiveRing } from '../../features/live-call/rings.ts'
import { useOpenRing } from '../../features/live-call/use-open-ring.ts'

const RING = /^\/rings\/(\d+)(\?.*)?$/
/** The first worker downloads the whole app: the page that registers it is loaded first. An existing one is only checked. */
const START_AFTER_MS = 3_000

export function useAppWorker(user: CurrentUser): void {
  const isWall = user.wall === true
  const { cache, clock, desktop, push, worker } = useServices()
  const navigate = useNavigate()
  const openRing = useOpenRing(user)
  const open = useRef<(path: string) => void>(undefined)
  open.current = (path) => {
    const [, id, search = ''] = RING.exec(path) ?? []
    const ring = cache.activity(Number(id))
    // The modal is above every page: the open page stays.
    if (ring && isLiveRing(ring, clock.now())) openRing(ring, search)
    else void navigate(path)
  }
  useEffect(() => worker.onOpen((path) => open.current?.(path)), [worker])
  const permission = useValue(desktop.permission)
  // At each load, and when the permission was changed in the browser's settings. A wall display is always open.
  useEffect(() => {
    if (!isWall && permission !== 'unsupported') void push.renew()
  }, [push, isWall, permission])
  useEffect(() => {
    const timer = setTimeout(() => void worker.start(), START_AFTER_MS)
    return () => clearTimeout(timer)
  }, [worker])
}
