/**
 * The files of the built web, kept in memory once read: all of them have a few megabytes, and opening a file for each request takes
 * several times as long as sending it. The build may be replaced while this runs.
 */
import { readFileSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Encoding } from '#kit/compress.ts'
import type { FindFile, StaticFile } from '../domain/ports.ts'

/** Beside each file, if the build has compressed it. */
const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }
/** A build has some 700 files, including compressed ones. */
const MOST_FILES = 2_000
/** Larger ones are read each time. */
const MOST_BYTES = 2_000_000
/** No file has a longer name, and a look-up of one takes long. */
const LONGEST_NAME = 200
/** How often a file is checked for a change. */
const FRESH_MS = 1_000

type Kept = { readonly file: StaticFile; readonly mtimeMs: number; readonly checkedAt: number }

export function createStaticFiles(folder: string, steady: () => number = () => performance.now()): FindFile {
  const root = path.resolve(folder) + path.sep
  const kept = new BoundedMap<string, Kept>(MOST_FILES)

  const read = (file: string, encoding: Encoding | undefined): StaticFile | undefined => {
    const known = kept.get(file)
    const now = steady()
    if (known && now - known.checkedAt < FRESH_MS) return known.file
    const found = statOf(file)
    if (!found?.isFile()) return undefined
    const isSame = known?.mtimeMs === found.mtimeMs
    const bytes = isSame ? known.file.bytes : readFileSync(file)
    const fresh = { bytes, modified: found.mtime.toUTCString(), encoding }
    if (bytes.length <= MOST_BYTES) kept.set(file, { file: fresh, mtimeMs: found.mtimeMs, checkedAt: now })
    return fresh
  }

  return (name, encodings) => {
    if (name.length > LONGEST_NAME) return undefined
    const file = path.join(root, name)
    if (!file.startsWith(root)) return undefined
    for (const encoding of encodings) {
      const compressed = read(file + SUFFIX[encoding], encoding)
      if (compressed) return compressed
    }
    return read(file, undefined)
  }
}

/** Without the thread pool, which takes longer than the system call. @returns undefined also for a name that no file can have */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
