/** Files live outside the database, in a folder or in any S3-compatible store (file-store.ts chooses). */
import type { Readable } from 'node:stream'
import { randomBase62 } from './ids.ts'

/** Kept beside the bytes. `expiresAt` is what held when they were written; a row that lives longer keeps its file (decision 20). */
export type FileFacts = { readonly type: string; readonly expiresAt?: Date | undefined }
export type OpenFile = FileFacts & { readonly size: number; readonly stream: Readable }
export type ListedFile = { readonly name: string; readonly size: number; readonly savedAt: Date }

/** A name is `folder/word`; a file is there whole or not at all. A store that is away is Refusal `unavailable`. */
export interface Files {
  /** Replaces what was there. Nothing is kept of a stream that breaks. */
  put(name: string, bytes: Buffer | Readable, facts: FileFacts): Promise<void>
  /** @returns undefined when there is no such file */
  open(name: string): Promise<OpenFile | undefined>
  /** What is not there is dropped already. */
  drop(name: string): Promise<void>
  /** Every file of one folder, in no order. */
  list(folder: string): AsyncIterable<ListedFile>
}

/** A name that nobody guesses: 190 bits. */
export const newFileName = (folder: string) => `${folder}/${randomBase62(32)}`

const NAME = /^[a-z]{1,20}\/[0-9A-Za-z-]{1,64}$/

/** @throws Error for what no code of ours makes: no name of a file ever comes from outside */
export function checkFileName(name: string): void {
  if (!NAME.test(name)) throw new Error('not a file name of ours')
}

const SWEEP_BATCH = 500

export type Sweep = {
  readonly folder: string
  /** Younger files are left alone: their row may be under way. */
  readonly before: Date
  /** Which of these names have a row. */
  readonly kept: (names: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Drops files that no row names: what a crash left between file and row. @returns how many */
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
