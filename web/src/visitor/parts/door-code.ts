import { FIELD } from '#proto/limits.ts'

/** "k7m2p9xr" and "K7M2-P9XR" both read "K7M2 P9XR" (two groups of four, look: bare /visitor). */
export function groupCode(typed: string): string {
  const signs = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, FIELD.shortCode)
  return signs.length > 4 ? `${signs.slice(0, 4)} ${signs.slice(4)}` : signs
}
