/** Light or dark: the stored choice, else the system's, followed while it changes. */
import { useSyncExternalStore } from 'react'
import type { ThemeMode } from './palette.ts'

const KEY = 'theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')
const still = window.matchMedia('(prefers-reduced-motion: reduce)')

/** A browser that refuses storage has no stored choice. */
function readStored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function chosen(): ThemeMode | undefined {
  const stored = readStored()
  return stored === 'light' || stored === 'dark' ? stored : undefined
}

const mode = (): ThemeMode => chosen() ?? (system.matches ? 'dark' : 'light')

/** Until the new colours are painted: antd's controls would fade behind the page, dark on dark for a moment. */
function changeWithoutFading(): void {
  document.documentElement.dataset.themeChanging = ''
  requestAnimationFrame(() => requestAnimationFrame(() => delete document.documentElement.dataset.themeChanging))
}

function followSystem(changed: () => void) {
  const change = () => {
    changeWithoutFading()
    changed()
  }
  system.addEventListener('change', change)
  window.addEventListener('storage', change)
  return () => {
    system.removeEventListener('change', change)
    window.removeEventListener('storage', change)
  }
}

/** Puts a stored choice on <html> before the first paint; the system's needs nothing. */
export function applyStoredTheme(): void {
  const choice = chosen()
  if (choice) document.documentElement.dataset.theme = choice
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(followSystem, mode)
}

/**
 * Whether this page began without motion. Asked once: antd's provider puts another element around the whole app when its motion token
 * changes, which would mount everything anew, a running call too. What changes later, base.css follows.
 */
export const beganStill: boolean = still.matches
