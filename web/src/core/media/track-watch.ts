/**
 * Detects within 3 s what the system does to an open track: it ends when its device is unplugged, its permission revoked or another program
 * takes it; it is muted by a phone call, a switch of the device or the system's privacy settings. Some browsers send no event for it.
 */
import { isPageVisible, onVisibilityChange } from '../page-events.ts'

/** `silent`: the system has muted it for longer than a moment. */
export type TrackCondition = 'live' | 'silent' | 'ended'

const LOOK_EVERY = 1_000
/** Browsers mute a track for a moment when its device is switched, and a hidden page's camera for as long as it is hidden. */
const SILENT_AFTER = 2_000

/** @returns the stop function. `changed` is called with each new condition, first when it is no longer `live`. */
export function watchTrack(track: MediaStreamTrack, changed: (condition: TrackCondition) => void): () => void {
  let condition: TrackCondition = 'live'
  let mutedAt: number | undefined
  function look(): void {
    const now = performance.now()
    mutedAt = track.muted && isPageVisible() ? (mutedAt ?? now) : undefined
    const isSilent = mutedAt === undefined ? condition === 'silent' && track.muted : now - mutedAt >= SILENT_AFTER
    const next = track.readyState === 'ended' ? 'ended' : isSilent ? 'silent' : 'live'
    if (next === condition) return
    condition = next
    changed(next)
  }
  const timer = setInterval(look, LOOK_EVERY)
  const stopVisibility = onVisibilityChange(look)
  for (const name of ['ended', 'mute', 'unmute']) track.addEventListener(name, look)
  return () => {
    clearInterval(timer)
    stopVisibility()
    for (const name of ['ended', 'mute', 'unmute']) track.removeEventListener(name, look)
  }
}

/** @returns the unsubscribe function. Called when a device that failed may work again: one was plugged in, or the page is shown. */
export function onDevicesBack(handler: () => void): () => void {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  const stopVisibility = onVisibilityChange(() => isPageVisible() && handler())
  devices?.addEventListener?.('devicechange', handler)
  return () => {
    stopVisibility()
    devices?.removeEventListener?.('devicechange', handler)
  }
}
