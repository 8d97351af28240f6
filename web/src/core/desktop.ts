/**
 * Notifications of the operating system while a page is open (Notification API). Permission is asked only by a press; what the server
 * allows is the caller's to know. A page that is looked at shows nothing here: it shows the thing itself.
 */
import { createStore, type Store } from './store.ts'

export type DesktopPermission = 'granted' | 'denied' | 'default' | 'unsupported'
type Shown = { readonly tag: string; readonly title: string; readonly text: string; readonly onClick: () => void }

export type Desktop = {
  readonly permission: Store<DesktopPermission>
  /** From a press only. */
  readonly ask: () => Promise<void>
  /** The same tag replaces what stands there. */
  readonly show: (shown: Shown) => void
  readonly close: (tag: string) => void
}

const current = (): DesktopPermission => ('Notification' in globalThis ? Notification.permission : 'unsupported')
const lookedAt = () => document.visibilityState === 'visible' && document.hasFocus()

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
      if (current() !== 'granted' || lookedAt()) return
      try {
        const made = new Notification(title, { tag, body: text, icon: '/icons/mark.svg' })
        made.onclick = () => {
          window.focus()
          made.close()
          onClick()
        }
        made.onclose = () => open.delete(tag)
        open.set(tag, made)
      } catch {
        // Chromium on Android has the constructor and refuses it: there it is the service worker's to show.
      }
    },
    close: (tag) => {
      open.get(tag)?.close()
      open.delete(tag)
    },
  }
}
