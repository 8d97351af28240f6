/** The browser's events about this page, and the page's own; without a window (tests) there are none. */

/** @returns the unsubscribe function. Called when the network is back or the page is shown again. */
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

/** False only when the page is known to be hidden. */
export const isPageVisible = (): boolean => typeof document === 'undefined' || document.visibilityState === 'visible'

/** @returns the unsubscribe function. Called when the page is shown or hidden. */
export function onVisibilityChange(handler: () => void): () => void {
  if (typeof document === 'undefined') return () => {}
  document.addEventListener('visibilitychange', handler)
  return () => document.removeEventListener('visibilitychange', handler)
}

/** @returns the unsubscribe function. Called when the browser goes online or offline. */
export function onNetworkChange(handler: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  window.addEventListener('online', handler)
  window.addEventListener('offline', handler)
  return () => {
    window.removeEventListener('online', handler)
    window.removeEventListener('offline', handler)
  }
}

/** Network Information API: Chromium on Android. Elsewhere there is no `type`, and changes are of estimated speeds alone. */
type NetworkInformation = EventTarget & { readonly type?: string }

/** @returns the unsubscribe function. Called when the page is online again, or has gone from Wi-Fi to cellular or back. */
export function onConnectionChange(handler: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const { connection } = navigator as Navigator & { readonly connection?: NetworkInformation }
  let type = connection?.type
  const onChange = () => {
    if (connection?.type !== type) handler()
    type = connection?.type
  }
  connection?.addEventListener('change', onChange)
  window.addEventListener('online', handler)
  return () => {
    connection?.removeEventListener('change', onChange)
    window.removeEventListener('online', handler)
  }
}

/** False only when the browser is certain. */
export const isOnline = (): boolean => typeof navigator === 'undefined' || navigator.onLine !== false

/** The events that the specification names (docs/product/specification.md, 4). */
export function announce(name: 'websocket_connected' | 'websocket_disconnected' | 'urgent_websocket_message', detail?: unknown): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(name, { detail }))
}
