/** Recordings as they are stored: rows in the database, and files. */
import type { Readable } from 'node:stream'
import type { CallKind, RecordingEnd } from '#proto/entities.ts'
import type { PieceFacts, RecordingStep, StoredRecordingState } from '#proto/recording.ts'
import type { Ring } from '../core/ring.ts'

export type Recording = {
  readonly id: string
  readonly activityId: number
  readonly ownerId: number
  readonly kind: CallKind
  readonly state: StoredRecordingState
  readonly startedAt: Date
  readonly seconds: number
  readonly bytes: number
  readonly film: string | null
  readonly poster: string | null
}
export type ListedRecording = Recording & { readonly visitorName: string; readonly doorLabel: string; readonly expiresAt: Date }
export type Piece = PieceFacts & { readonly file: string; readonly bytes: number }
/** The names of files in the store. */
export type RecordingFiles = { readonly films: readonly string[]; readonly pieces: readonly string[] }
export type RecordingCursor = { readonly at: Date; readonly id: string }

export type RecordingStepEntry = {
  readonly activityId: number
  readonly recordingId: string
  readonly step: RecordingStep
  readonly at: Date
}

export interface Recordings {
  /** Adds to the ring's timeline, once. */
  addStep(entry: RecordingStepEntry): Promise<void>
  /** @returns the ring whose number of recordings has changed; undefined for a recording that is known */
  open(recording: Pick<Recording, 'id' | 'activityId' | 'ownerId' | 'kind' | 'startedAt'>, now: Date): Promise<Ring | undefined>
  find(id: string, now: Date): Promise<ListedRecording | undefined>
  page(
    ownerId: number,
    options: { activityId?: number | undefined; limit: number; after?: RecordingCursor | undefined; now: Date },
  ): Promise<ListedRecording[]>
  /** The size of all recordings of an account. */
  bytesOf(ownerId: number): Promise<number>
  /** @returns false where the recording is over or deleted, or has this piece */
  addPiece(id: string, piece: Piece, now: Date): Promise<boolean>
  /** Its node is alive, and has no data. */
  touch(id: string, now: Date): Promise<boolean>
  /** With pieces its film is due, without any it is deleted. @returns its ring if it was open */
  close(id: string, endedAt: Date, reason: RecordingEnd): Promise<Ring | undefined>
  /** Recordings whose node has neither sent a piece nor reported since. */
  silentSince(before: Date): Promise<{ readonly id: string; readonly heardAt: Date }[]>
  /** Deletes the rows. @returns the files that they referred to, and the ring */
  remove(id: string): Promise<(RecordingFiles & { readonly ring: Ring | undefined }) | undefined>
}

type OpenFile = { readonly type: string; readonly size: number; readonly stream: Readable }

/** Files of recordings in the store, each named by its last part. */
export interface RecordingStore {
  putPiece(bytes: Buffer, expiresAt: Date): Promise<string>
  putFilm(path: string, type: 'video/mp4' | 'image/jpeg', expiresAt: Date): Promise<string>
  /** @param part the first and the last byte, both included; `size` is that of the whole file */
  openFilm(name: string, part?: { readonly from: number; readonly to: number }): Promise<OpenFile | undefined>
  openPiece(name: string): Promise<OpenFile | undefined>
  drop(files: RecordingFiles): Promise<void>
  /** Free space of the file store; undefined where it is unknown, as for a bucket. */
  freeBytes(): Promise<number | undefined>
}
