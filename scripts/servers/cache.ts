import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder of downloads and builds, shared between clones: `CACHE_DIR`, else the desktop's own cache folder (XDG base directory
 * specification).
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.CACHE_DIR || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'digital-doorbell')
}
