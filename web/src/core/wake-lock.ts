/** Keeps the screen on while ringing and in calls; asked again whenever the page comes back to front. */

/** @returns the function that lets the screen sleep again; where there is no wake lock nothing happens. */
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
      // Refused, by low battery for one: the screen sleeps as it would without us.
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
