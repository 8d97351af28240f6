/** Reports this browser's state at each load, when it changes, when the page is used, and at least once an hour while it stays open. */
import { useCallback, useEffect, useMemo } from 'react'
import type { CurrentUser } from '#proto/entities.ts'
import { isPageVisible, onVisibilityChange } from '../../core/page-events.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { createDeviceReport, type DeviceState, LOOK_EVERY_MS } from './device-report.ts'

const ignored = () => undefined

/** @param shown the rings and calls on the page; undefined: none */
export function useDeviceReport({ id: userId, wall }: Pick<CurrentUser, 'id' | 'wall'>, shown: string | undefined): void {
  const { api, arming, clock, connection, desktop, deviceRecord } = useServices()
  const armed = useValue(arming.state)
  const permission = useValue(desktop.permission)
  const { registered } = useValue(connection.state)
  const report = useMemo(() => {
    const send = async (state: DeviceState) => {
      const device = await api.call('notify.put_state', state)
      const missing = wall ? undefined : deviceRecord.note(userId, device)
      // Not awaited; retried with the next report if it fails.
      if (missing) void api.call('notify.change_device', missing).then((changed) => deviceRecord.note(userId, changed), ignored)
    }
    return createDeviceReport(send, clock.now)
  }, [api, clock, deviceRecord, userId, wall])
  const update = useCallback(
    (isUsed?: boolean) => {
      // Without a socket the server is probably unreachable: the next registration retries.
      if (armed === 'unknown' || !registered) return
      void report.update({ armed: armed === 'armed', permission: permission === 'unsupported' ? 'default' : permission }, isUsed)
    },
    [armed, permission, registered, report],
  )
  useEffect(() => arming.start(), [arming])
  useEffect(() => {
    update()
    const timer = setInterval(update, LOOK_EVERY_MS)
    const stop = onVisibilityChange(() => isPageVisible() && update(true))
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [update])
  useEffect(() => {
    if (shown !== undefined) update(true)
  }, [update, shown])
}
