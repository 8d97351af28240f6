/** Keeps the screen on during rings and calls. Browsers release the lock of a hidden page, so it is requested again when shown. */

/** @returns the release function; without the Wake Lock API nothing happens. */
export function holdWakeLock(): () => void {
  let sentinel: WakeLockSentinel | undefined
  let released = false
  async function ask(): Promise<void> {
    if (released || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    try {
      const got = await navigator.wakeLock.request('screen')
      if (released) await got.release()
      else sentinel = got
    } catch {
      // The browser refused, for example on low battery: the screen may sleep.
    }
  }
  const onVisible = () => void ask()
  document.addEventListener('visibilitychange', onVisible)
  void ask()
  return () => {
    released = true
    document.removeEventListener('visibilitychange', onVisible)
    void sentinel?.release()
  }
}
