/** Creates, locks and checks the data directory, which one copy of the product owns. */
import { accessSync, chmodSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, takeLock } from '../bootstrap/lock.mjs'
import { StartError } from '../servers/server.ts'
import { isRoot } from '../servers/unprivileged.ts'

export type DataDir = { readonly path: string; readonly lock: Lock; folder(name: string): string }

/** @throws StartError if it is not our folder or another start has locked it */
export async function openDataDir(given: string): Promise<DataDir> {
  const path = makeFolder(given)
  const lock = await takeLock(`data:${path}`)
  if (!lock) throw new StartError(`Another copy runs with the data directory ${path}: stop it, or choose another DATA_DIR.`)
  return {
    path,
    lock,
    folder: (name) => {
      mkdirSync(join(path, name), { recursive: true, mode: 0o700 })
      return join(path, name)
    },
  }
}

function makeFolder(given: string): string {
  try {
    mkdirSync(given, { recursive: true, mode: 0o700 })
    if (!statSync(given).isDirectory()) throw new Error('not a directory')
    accessSync(given, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(`The data directory ${given} cannot be used (${code ?? message}): choose another DATA_DIR.`)
  }
  // If we are root, PostgreSQL runs as "nobody": it must traverse this folder to reach its own, and cannot list or read it.
  if (isRoot()) chmodSync(given, 0o711)
  return realpathSync(given)
}
