/**
 * Files in a folder: `<folder>/<name>`, with the metadata beside it in `<name>.json`. A file is written under a temporary name, then
 * renamed.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#proto/durations.ts'
import type { Clock } from './clock.ts'
import { checkFileName, type FileFacts, type FilePart, type Files, type ListedFile, type OpenFile } from './files.ts'
import { randomBase62 } from './ids.ts'

const PRIVATE = { mode: 0o600 } as const
const FACTS = '.json'
/** A temporary file of this age belongs to no running write. */
const PART_MS = DAY_MS

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** @param dir created when missing, readable by this user alone */
export async function openFolder(dir: string, clock: Clock): Promise<Files> {
  const parts = join(dir, '.parts')
  await mkdir(parts, { recursive: true, mode: 0o700 })
  await dropOldParts(parts, clock.now())
  const pathOf = (name: string) => {
    checkFileName(name)
    return join(dir, name)
  }
  const writeWhole = async (path: string, bytes: Buffer | Readable | string) => {
    const part = join(parts, randomBase62(16))
    try {
      if (bytes instanceof Readable) await pipeline(bytes, createWriteStream(part, PRIVATE))
      else await writeFile(part, bytes, PRIVATE)
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
  return {
    put: async (name, bytes, { type, expiresAt }) => {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeWhole(path + FACTS, JSON.stringify({ type, expiresAt }))
      await writeWhole(path, bytes)
    },
    putFile: async (name, from, { type, expiresAt }) => {
      const path = pathOf(name)
      const part = join(parts, randomBase62(16))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeWhole(path + FACTS, JSON.stringify({ type, expiresAt }))
      try {
        await copyFile(from, part)
        await chmod(part, PRIVATE.mode)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    open: async (name, part) => openFile(pathOf(name), part),
    drop: async (name) => {
      await rm(pathOf(name), { force: true })
      await rm(pathOf(name) + FACTS, { force: true })
    },
    list: (folder) => listFolder(dir, folder),
  }
}

async function readFacts(path: string): Promise<FileFacts> {
  const text = await orUndefined(readFile(path + FACTS, 'utf8'))
  const { type, expiresAt } = JSON.parse(text ?? '{}') as { type?: string; expiresAt?: string }
  return { type: type ?? 'application/octet-stream', ...(expiresAt ? { expiresAt: new Date(expiresAt) } : {}) }
}

/** Opens the handle first, so that a file deleted meanwhile can still be read to its end. */
async function openFile(path: string, part?: FilePart): Promise<OpenFile | undefined> {
  const handle = await orUndefined(open(path))
  if (!handle) return undefined
  const [{ size }, facts] = await Promise.all([handle.stat(), readFacts(path)])
  return { ...facts, size, stream: createReadStream(path, { fd: handle, ...(part && { start: part.from, end: part.to }) }) }
}

async function* listFolder(dir: string, folder: string): AsyncGenerator<ListedFile> {
  const entries = await orUndefined(opendir(join(dir, folder)))
  for await (const entry of entries ?? []) {
    if (entry.name.endsWith(FACTS)) continue
    const found = await orUndefined(stat(join(dir, folder, entry.name)))
    if (found?.isFile()) yield { name: `${folder}/${entry.name}`, size: found.size, savedAt: found.mtime }
  }
}

async function dropOldParts(parts: string, now: Date): Promise<void> {
  for await (const entry of await opendir(parts)) {
    const path = join(parts, entry.name)
    const found = await orUndefined(stat(path))
    if (found && now.getTime() - found.mtimeMs > PART_MS) await rm(path, { force: true })
  }
}
