/**
 * Files in a folder: `<folder>/<name>`, with the metadata beside it in `<name>.json`. Both are written under temporary names, then renamed,
 * so that a full disk leaves neither of them, and what they were to replace as it was.
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
  /** @param write writes the file under the temporary name that it is given */
  const store = async (name: string, { type, expiresAt }: FileFacts, write: (part: string) => Promise<void>) => {
    const path = pathOf(name)
    const part = join(parts, randomBase62(16))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      await write(part)
      await writeFile(part + FACTS, JSON.stringify({ type, expiresAt }), PRIVATE)
      await rename(part + FACTS, path + FACTS)
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      await rm(part + FACTS, { force: true })
      throw error
    }
  }
  return {
    put: (name, bytes, facts) =>
      store(name, facts, (part) =>
        bytes instanceof Readable ? pipeline(bytes, createWriteStream(part, PRIVATE)) : writeFile(part, bytes, PRIVATE),
      ),
    putFile: (name, from, facts) =>
      store(name, facts, async (part) => {
        await copyFile(from, part)
        await chmod(part, PRIVATE.mode)
      }),
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
