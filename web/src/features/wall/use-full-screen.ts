import { useSyncExternalStore } from 'react'

function onChange(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** @returns undefined where the browser cannot show the page without its own bars, as on iPhones */
export function useFullScreen(): { readonly isOn: boolean; readonly toggle: () => void } | undefined {
  const isOn = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return undefined
  return {
    isOn,
    // A refusal changes nothing.
    toggle: () => void (isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined),
  }
}
