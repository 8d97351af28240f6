/** Light or dark: the stored choice, else the system's setting, updated when either changes. */
import { useSyncExternalStore } from 'react'
import { tryStorage } from '../core/storage.ts'
import type { ThemeMode } from './palette.ts'

const KEY = 'theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')
const still = window.matchMedia('(prefers-reduced-motion: reduce)')

function chosen(): ThemeMode | undefined {
  const stored = tryStorage((storage) => storage.getItem(KEY))
  return stored === 'light' || stored === 'dark' ? stored : undefined
}

const mode = (): ThemeMode => chosen() ?? (system.matches ? 'dark' : 'light')

/** Turns transitions off until the new colours are painted: antd's controls would fade late and be dark on dark. */
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

/** Sets a stored choice on <html> before the first paint; CSS follows the system's setting by itself. */
export function applyStoredTheme(): void {
  const choice = chosen()
  if (choice) document.documentElement.dataset.theme = choice
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(followSystem, mode)
}

/**
 * Whether the page started with reduced motion. Read once: antd's provider wraps the app in another element when its motion token changes,
 * which would remount everything, a running call too. base.css follows later changes.
 */
export const startedWithReducedMotion: boolean = still.matches
