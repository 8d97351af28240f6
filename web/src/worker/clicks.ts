/** A press on a notification: the open app shows its subject, else it is opened. */

import type { OpenMessage } from '../core/push/app-worker.ts'
import { openPresses } from '../core/push/presses.ts'
import { isResidentPath } from '../core/return-path.ts'
import { dataOf } from './pushes.ts'
import type { Scope, Window } from './scope.ts'
import { sendJson } from './send-json.ts'

const HOME = '/'

export function createClicks({ caches, clients, fetch, location }: Scope) {
  const presses = openPresses(caches)
  /** Of the app, and signed in: not the visitor's page, which this browser may have open too. */
  const isApp = ({ url }: Window) => {
    const { origin, pathname } = new URL(url)
    return origin === location.origin && pathname !== '/auth' && isResidentPath(pathname)
  }
  /** An action without a page opens none. @returns whether it is done */
  async function ignore(activityId: number | null | undefined): Promise<boolean> {
    const sent = sendJson(fetch, 'PUT', `/api/activities/${activityId}/handle`, { handledType: 'dismissed' })
    return (await sent.catch(() => undefined))?.ok === true
  }
  /** @param action '' for the notification itself */
  return async function open(notification: Notification, action: string): Promise<void> {
    notification.close()
    const { paths = {}, activityId } = dataOf(notification)
    const path = paths[action] ?? paths['']
    const windows = (await clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(isApp)
    const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
    if (action === 'ignore' && !window && (await ignore(activityId))) return
    if (action && path) await presses.put(path)
    if (!window) {
      await clients.openWindow(path ?? HOME)
      return
    }
    // If the browser does not bring the app to the front, the app still shows the subject.
    await window.focus().catch(() => undefined)
    if (path) window.postMessage({ type: 'open', path } satisfies OpenMessage)
  }
}
