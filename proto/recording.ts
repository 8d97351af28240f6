/**
 * Recording of a call (docs/product/decisions.md, 19; record 0054). A recording is the stored part of one call between its REC mark and its
 * end; its file (`film` on the wire) is the MP4 made from it.
 *
 * `recording_start` by the resident, or the switch `autoRecordVisits` → `asking` (the visitor: Allow / No) → `recording_answer` →
 * `starting`: both pages show the REC mark and send `recording_shown` → `on` → `off`. The state is in every `call_state`.
 */
import { z } from 'zod'
import { CallKind, IsoTime, RecordingId } from './entities.ts'

/** `recording`: in progress. `preparing`: its pieces are being made into one file. `failed`: none of it can be played. */
export const StoredRecordingState = z.enum(['recording', 'preparing', 'ready', 'failed'])
export type StoredRecordingState = z.infer<typeof StoredRecordingState>

/** The entries of a recording in the ring's timeline, each at most once. The recording's end names who stopped it. */
export const RecordingStep = z.enum([
  'recording_asked',
  'recording_allowed',
  'recording_refused',
  'recording_unanswered',
  /** The resident withdrew the question. */
  'recording_withdrawn',
  'recording_started',
  /** Allowed, and nothing was recorded. */
  'recording_failed',
  'recording_ended',
  'stopped_by_visitor',
  'stopped_by_resident',
])
export type RecordingStep = z.infer<typeof RecordingStep>

/** A recording as its owner sees it. */
export const StoredRecording = z.object({
  id: RecordingId,
  activityId: z.int(),
  visitorName: z.string().nullable(),
  doorLabel: z.string(),
  /** `audio`: no picture and no poster. */
  kind: CallKind,
  state: StoredRecordingState,
  startedAt: IsoTime,
  /** The size of the file once it is ready, before that of its pieces. */
  seconds: z.int(),
  bytes: z.int(),
  expiresAt: IsoTime,
  /** MP4 (H264, AAC), with ranges; null until it is ready. */
  url: z.string().nullable(),
  /** JPEG; null until the file is ready, and for one without a picture. */
  posterUrl: z.string().nullable(),
})
export type StoredRecording = z.infer<typeof StoredRecording>

/** What a resident's page shows before a recording: whether it is possible, and each limit. */
export const RecordingStatus = z.object({
  /** Null: it is possible now. */
  unavailable: z.enum(['subscription_required', 'recording_off', 'storage_full', 'disk_full']).nullable(),
  usedBytes: z.int(),
  maxBytes: z.int(),
  /** Of one call. */
  maxSeconds: z.int(),
  keptDays: z.int(),
})
export type RecordingStatus = z.infer<typeof RecordingStatus>

/** Of one piece, in the header `x-piece` of its upload. */
export const PieceFacts = z.object({
  /** Pieces of one run have the same tracks and one clock; a camera that is turned on or off begins another. */
  run: z.int().min(0),
  number: z.int().min(0),
  /** Since the recording's start. */
  startsAtMs: z.int().min(0),
  ms: z.int().min(0),
  hasVideo: z.boolean(),
})
export type PieceFacts = z.infer<typeof PieceFacts>
