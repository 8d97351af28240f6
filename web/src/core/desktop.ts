/**
 * Desktop notifications of an open page. Asks for permission only in a press; the caller checks the preferences. A focused page shows
 * none, because it shows the event itself.
 */
import type { AppWorker } from './push/app-worker.ts'
import { showAsPast } from './push/past-ring.ts'
import { createStore, type Store } from './store.ts'

export type DesktopPermission = 'granted' | 'denied' | 'default' | 'unsupported'
/** `path`: the address that a press opens, if not the app. `isReplaced`: it silently replaces the notification of the same tag. */
type Shown = {
  readonly tag: string
  readonly title: string
  readonly text: string
  readonly path?: string
  readonly isReplaced?: boolean
}

export type Desktop = {
  readonly permission: Store<DesktopPermission>
  /** Only in the handler of a press. */
  readonly ask: () => Promise<void>
  /** Not shown if there is a push of the same tag, unless it is to be replaced. */
  readonly show: (shown: Shown) => Promise<void>
  /** Closes notifications; a push with the ring's outcome stays. @param isMissed then a pushed ring is updated to say so, and stays too */
  readonly close: (tag: string, isMissed?: boolean) => Promise<void>
  /** Closes all, including pushed ones: this browser is signed out. */
  readonly closeAll: () => Promise<void>
}

const ICON = '/icons/notification.png'
const current = (): DesktopPermission => ('Notification' in globalThis ? Notification.permission : 'unsupported')
const isPageFocused = () => document.visibilityState === 'visible' && document.hasFocus()

/** @param worker shows them where it is active, so that a push of the same tag replaces them and the reverse */
export function createDesktop(worker: Pick<AppWorker, 'registration'>): Desktop {
  const permission = createStore<DesktopPermission>(current())
  const open = new Map<string, Notification>()
  // Changed in the browser's settings.
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', () => permission.set(current())))
    .catch(() => undefined)
  function showOfPage({ tag, title, text }: Shown): void {
    try {
      const notification = new Notification(title, { tag, body: text, icon: ICON })
      notification.onclick = () => {
        window.focus()
        notification.close()
      }
      notification.onclose = () => open.delete(tag)
      open.set(tag, notification)
    } catch {
      // Chromium on Android has the constructor but throws: only a service worker may show notifications there.
    }
  }
  async function closeAll(): Promise<void> {
    for (const notification of open.values()) notification.close()
    open.clear()
    for (const notification of (await (await worker.registration())?.getNotifications()) ?? []) notification.close()
  }
  return {
    permission,
    closeAll,
    ask: async () => {
      if (current() === 'default') await Notification.requestPermission()
      permission.set(current())
    },
    show: async (shown) => {
      if (current() !== 'granted' || isPageFocused()) return
      const { tag, title, text, path, isReplaced = false } = shown
      const registration = await worker.registration()
      if (!registration?.active) return showOfPage(shown)
      const standing = await registration.getNotifications({ tag })
      const data = path === undefined ? {} : { paths: { '': path } }
      if (standing.length > 0 && !isReplaced) return
      const options = { tag, body: text, icon: ICON, badge: '/icons/badge.png', data }
      await registration.showNotification(title, standing.length > 0 ? { ...options, silent: true } : options)
    },
    close: async (tag, isMissed = false) => {
      open.get(tag)?.close()
      open.delete(tag)
      const registration = await worker.registration()
      for (const notification of (await registration?.getNotifications({ tag })) ?? []) {
        const { kind, afterwards } = notification.data ?? {}
        if (kind === 'ended') continue
        if (registration && isMissed && afterwards) await showAsPast(registration, notification, afterwards)
        else notification.close()
      }
    },
  }
}
