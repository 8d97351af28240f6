/** Files are stored outside the database, in a folder or in any S3-compatible store (file-store.ts). */
import type { Readable } from 'node:stream'
import { randomBase62 } from './ids.ts'

/**
 * Metadata of a file. `expiresAt` is the expiry when the file was written; a row that lives longer keeps its file
 * (docs/product/decisions.md, 20).
 */
export type FileFacts = { readonly type: string; readonly expiresAt?: Date | undefined }
export type OpenFile = FileFacts & { readonly size: number; readonly stream: Readable }
/** The first and the last byte, both included, as in a Range header. */
export type FilePart = { readonly from: number; readonly to: number }
export type ListedFile = { readonly name: string; readonly size: number; readonly savedAt: Date }

/** A name is `folder/name`; a file exists whole or not at all. An unreachable store throws AppError `unavailable`. */
export interface Files {
  /** Replaces an existing file, unless the stream fails. */
  put(name: string, bytes: Buffer | Readable, facts: FileFacts): Promise<void>
  /** As `put`, from a large file on disk, which is moved or read in parts. */
  putFile(name: string, path: string, facts: FileFacts): Promise<void>
  /**
   * @param part opens only these bytes of it; `size` is that of the whole file
   * @returns undefined when there is no such file
   */
  open(name: string, part?: FilePart): Promise<OpenFile | undefined>
  /** A missing file is no error. */
  drop(name: string): Promise<void>
  /** Every file of one folder, in no particular order. */
  list(folder: string): AsyncIterable<ListedFile>
}

/** A name that cannot be guessed: 190 random bits. */
export const newFileName = (folder: string) => `${folder}/${randomBase62(32)}`

const NAME = /^[a-z]{1,20}\/[0-9A-Za-z-]{1,64}$/

/** @throws Error for a name that `newFileName` does not make: file names never come from a client */
export function checkFileName(name: string): void {
  if (!NAME.test(name)) throw new Error('not a file name of ours')
}

const SWEEP_BATCH = 500

export type Sweep = {
  readonly folder: string
  /** Newer files are kept: their row may not be written yet. */
  readonly before: Date
  /** @returns which of these names have a row */
  readonly kept: (names: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Deletes files without a row, left by a crash between writing the file and the row. @returns how many */
export async function sweepFiles(files: Files, { folder, before, kept }: Sweep): Promise<number> {
  let dropped = 0
  const sweep = async (names: readonly string[]) => {
    const known = names.length ? await kept(names) : new Set()
    for (const name of names) {
      if (known.has(name)) continue
      await files.drop(name)
      dropped += 1
    }
  }
  let names: string[] = []
  for await (const file of files.list(folder)) {
    if (file.savedAt < before) names.push(file.name)
    if (names.length < SWEEP_BATCH) continue
    await sweep(names)
    names = []
  }
  await sweep(names)
  return dropped
}
