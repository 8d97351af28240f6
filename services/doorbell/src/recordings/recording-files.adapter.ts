/** Files of recordings in the store: `pieces/<random>` until the film is made, then `films/<random>`, posters too. */
import { statfs } from 'node:fs/promises'
import { type Files, newFileName, sweepFiles } from '#kit/files.ts'
import type { RecordingStore } from './recordings.ts'

const PIECES = 'pieces'
const FILMS = 'films'
const last = (name: string) => name.slice(name.indexOf('/') + 1)

/** @param folder of the files on this machine; undefined for a bucket */
export function createRecordingFiles(files: Files, folder: string | undefined): RecordingStore {
  return {
    putPiece: async (bytes, expiresAt) => {
      const name = newFileName(PIECES)
      await files.put(name, bytes, { type: 'video/x-matroska', expiresAt })
      return last(name)
    },
    putFilm: async (path, type, expiresAt) => {
      const name = newFileName(FILMS)
      await files.putFile(name, path, { type, expiresAt })
      return last(name)
    },
    openFilm: (name, part) => files.open(`${FILMS}/${name}`, part),
    openPiece: (name) => files.open(`${PIECES}/${name}`),
    drop: async ({ films, pieces }) => {
      for (const name of films) await files.drop(`${FILMS}/${name}`)
      for (const name of pieces) await files.drop(`${PIECES}/${name}`)
    },
    freeBytes: async () => {
      if (folder === undefined) return undefined
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

type InUse = (names: readonly string[]) => Promise<readonly string[]>

/** Deletes files that no row refers to. @param inUse which of these names a row has */
export async function sweepRecordings(files: Files, before: Date, inUse: { readonly films: InUse; readonly pieces: InUse }): Promise<void> {
  for (const [folder, named] of [
    [FILMS, inUse.films],
    [PIECES, inUse.pieces],
  ] as const)
    await sweepFiles(files, {
      folder,
      before,
      kept: async (names) => new Set((await named(names.map(last))).map((name) => `${folder}/${name}`)),
    })
}
