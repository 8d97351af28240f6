import { FIELD } from '#proto/limits.ts'

/** "k7m2p9xr" and "K7M2-P9XR" both become "K7M2 P9XR". */
export function groupCode(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(0, FIELD.shortCode)
  return characters.length > 4 ? `${characters.slice(0, 4)} ${characters.slice(4)}` : characters
}
