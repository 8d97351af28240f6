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
