/** What this browser supports. Without mediasoup-client, so that pages can check before they fetch the call code. */

/** Whether getUserMedia and WebRTC exist: not on insecure pages, nor in some in-app browsers. */
export function canCall(): boolean {
  return typeof RTCPeerConnection === 'function' && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/** Whether permission is remembered, so that opening does not prompt. False where the browser cannot tell. */
export async function isPermitted(device: 'microphone' | 'camera'): Promise<boolean> {
  try {
    const status = await navigator.permissions.query({ name: device as PermissionName })
    return status.state === 'granted'
  } catch {
    return false
  }
}

export function canPictureInPicture(): boolean {
  return 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled
}

/** Autoplay Policy Detection (W3C); TypeScript has no types for it yet. */
type NavigatorWithPolicy = Navigator & {
  readonly getAutoplayPolicy?: (type: 'audiocontext') => 'allowed' | 'allowed-muted' | 'disallowed'
}

/** A context that may not start stays suspended without an error. */
const STARTS_WITHIN_MS = 200

/** Whether this page may play sound now. Browsers mute pages that have not been touched, unless they are installed or often used. */
export async function maySound(): Promise<boolean> {
  if (typeof AudioContext !== 'function') return false
  // Only Firefox answers immediately; there a context whose device is slow to open starts much later.
  const policy = (navigator as NavigatorWithPolicy).getAutoplayPolicy?.('audiocontext')
  if (policy) return policy === 'allowed'
  const context = new AudioContext()
  try {
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, STARTS_WITHIN_MS))])
    return context.state === 'running'
  } catch {
    return false
  } finally {
    void context.close().catch(() => undefined)
  }
}
