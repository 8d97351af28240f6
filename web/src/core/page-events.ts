/** The browser's own words about this page; where there is no window (tests) nothing is heard and nothing said. */

/** @returns the unsubscribe function. Called when the network or the page is back. */
export function onPageBack(handler: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const onVisible = () => {
    if (document.visibilityState === 'visible') handler()
  }
  window.addEventListener('online', handler)
  window.addEventListener('pageshow', handler)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', handler)
    window.removeEventListener('pageshow', handler)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** @returns the unsubscribe function. Called when the browser says that the network is there or gone. */
export function onNetworkChange(handler: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  window.addEventListener('online', handler)
  window.addEventListener('offline', handler)
  return () => {
    window.removeEventListener('online', handler)
    window.removeEventListener('offline', handler)
  }
}

/** False only where the browser is sure. */
export const isOnline = (): boolean => typeof navigator === 'undefined' || navigator.onLine !== false

/** The events that the specification names (section 4). */
export function announce(name: 'websocket_connected' | 'websocket_disconnected' | 'urgent_websocket_message', detail?: unknown): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(name, { detail }))
}
