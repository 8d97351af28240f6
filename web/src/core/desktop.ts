/**
 * Desktop notifications of an open page (Notification API). Asks for permission only in a press; the caller checks the preferences. A
 * focused page shows none, because it shows the event itself.
 */
import { createStore, type Store } from './store.ts'

export type DesktopPermission = 'granted' | 'denied' | 'default' | 'unsupported'
type Shown = { readonly tag: string; readonly title: string; readonly text: string; readonly onClick: () => void }

export type Desktop = {
  readonly permission: Store<DesktopPermission>
  /** Only in the handler of a press. */
  readonly ask: () => Promise<void>
  /** Replaces a shown notification with the same tag. */
  readonly show: (shown: Shown) => void
  readonly close: (tag: string) => void
}

const current = (): DesktopPermission => ('Notification' in globalThis ? Notification.permission : 'unsupported')
const isPageFocused = () => document.visibilityState === 'visible' && document.hasFocus()

export function createDesktop(): Desktop {
  const permission = createStore<DesktopPermission>(current())
  const open = new Map<string, Notification>()
  return {
    permission,
    ask: async () => {
      if (current() === 'default') await Notification.requestPermission()
      permission.set(current())
    },
    show: ({ tag, title, text, onClick }) => {
      if (current() !== 'granted' || isPageFocused()) return
      try {
        const notification = new Notification(title, { tag, body: text, icon: '/icons/mark.svg' })
        notification.onclick = () => {
          window.focus()
          notification.close()
          onClick()
        }
        notification.onclose = () => open.delete(tag)
        open.set(tag, notification)
      } catch {
        // Chromium on Android has the constructor but throws: only a service worker may show notifications there.
      }
    },
    close: (tag) => {
      open.get(tag)?.close()
      open.delete(tag)
    },
  }
}
