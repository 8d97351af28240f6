/** Skips work whose inputs have not changed, by a hash of the inputs stored with the output. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STAMP = '.stamp'
const NOT_SOURCES = new Set(['node_modules', 'dist', 'generated', 'test-results', STAMP])

/** Hashes files and folders (recursively) by path and content; missing ones are part of the hash. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const kind = existsSync(path) ? statSync(path) : undefined
    if (kind?.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!NOT_SOURCES.has(name)) add(join(path, name))
    } else hash.update(`${path}\0`).update(kind ? readFileSync(path) : '')
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

export function isStamped(folder: string, hash: string): boolean {
  const file = join(folder, STAMP)
  return existsSync(file) && readFileSync(file, 'utf8') === hash
}

/** Written last, so that interrupted work has no stamp. */
export function stamp(folder: string, hash: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, STAMP), hash)
}
