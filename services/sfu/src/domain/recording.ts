/** Recording of one room (docs/product/decisions.md, 19; record 0054). */
import type { CallKind, RecordingEnd } from '#proto/entities.ts'
import type { PieceFacts } from '#proto/recording.ts'

export type RecordingOptions = {
  readonly recordingId: string
  readonly kind: CallKind
  /** The resident's peer whose voice is recorded. */
  readonly resident: string
  /** Opens the recording at its owner, and records nothing yet. */
  readonly upload: string
  readonly maxMs: number
}

/** Doorbell, which owns the files. */
export interface RecordingOwner {
  /** @param bytes none: a sign of life without data @throws AppError not_found, recording_full */
  putPiece(upload: string, facts: PieceFacts | undefined, bytes: Buffer): Promise<void>
  close(recordingId: string, endedAt: Date, reason: RecordingEnd): Promise<void>
}
