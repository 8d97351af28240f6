/** Reports this browser's state at each load, when it changes, and twice a day while the page stays open. */
import { useEffect, useMemo } from 'react'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { createDeviceReport } from './device-report.ts'

const LOOK_EVERY_MS = 3_600_000

export function useDeviceReport(): void {
  const { api, arming, clock, connection, desktop } = useServices()
  const armed = useValue(arming.state)
  const permission = useValue(desktop.permission)
  const { registered } = useValue(connection.state)
  const report = useMemo(() => createDeviceReport((state) => api.call('notify.put_state', state), clock.now), [api, clock])
  useEffect(() => arming.start(), [arming])
  useEffect(() => {
    // Without a socket the server is hardly there: the next registration tries again.
    if (armed === 'unknown' || !registered) return undefined
    const update = () => void report.update({ armed: armed === 'armed', permission: permission === 'unsupported' ? 'default' : permission })
    update()
    const timer = setInterval(update, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [armed, permission, registered, report])
}
