/** What this browser can do; small, without mediasoup-client, so that pages may ask before they fetch the call code. */

/** Camera and WebRTC exist here (secure page, no in-app browser without them). */
export function canCall(): boolean {
  return typeof RTCPeerConnection === 'function' && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/** Permission was given before and is remembered: opening asks nobody. False where the browser does not tell. */
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
