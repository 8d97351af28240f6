/** Recordings of calls (docs/product/decisions.md, 19; record 0054). */
import { z } from 'zod'
import { CallKind, Id, IsoTime, ListLimit, RecordingEnd, RecordingId } from '../entities.ts'
import { operation } from '../operation.ts'
import { RecordingStatus, RecordingStep, StoredRecording } from '../recording.ts'

const Page = { limit: ListLimit, cursor: z.string().max(100).optional() }
const One = z.strictObject({ id: RecordingId })
const mayNot = ['not_found', 'recording_off', 'recording_full'] as const

export const recordingOperations = [
  operation({
    name: 'doorbell.films',
    summary: "The resident's recordings, newest first, or those of one activity",
    http: { method: 'GET', path: '/api/films' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({ ...Page, activityId: Id.optional() }),
    output: z.array(StoredRecording),
    errors: ['validation_failed'],
  }),
  operation({
    name: 'doorbell.film',
    summary: 'The MP4 of a recording, for its owner only, also in parts by `Range` (206, 416)',
    http: { method: 'GET', path: '/api/films/:id/video', answer: 'stream', answerTypes: ['video/mp4'] },
    caller: 'resident',
    limit: 'read',
    input: One,
    output: z.unknown(),
    errors: ['not_found', 'range_invalid'],
  }),
  operation({
    name: 'doorbell.film_poster',
    summary: 'A picture of a recording, for its owner only',
    http: { method: 'GET', path: '/api/films/:id/poster', answer: 'stream', answerTypes: ['image/jpeg'] },
    caller: 'resident',
    limit: 'read',
    input: One,
    output: z.unknown(),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.remove_film',
    summary: 'Delete a recording; one whose call is still recorded is stopped first',
    http: { method: 'DELETE', path: '/api/films/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: One,
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.recording_status',
    summary: 'Whether a call can be recorded now, and the limits of a recording',
    http: { method: 'GET', path: '/api/recording' },
    caller: 'resident',
    wall: true,
    limit: 'read',
    input: z.strictObject({}),
    output: RecordingStatus,
    errors: [],
  }),
  operation({
    name: 'doorbell.check_recording',
    summary: 'Before the visitor is asked: whether there is room, and until when the recording would be kept',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ activityId: z.int() }),
    /** `autoRecord`: the owner has `autoRecordVisits` on. */
    output: z.object({ keptUntil: IsoTime, autoRecord: z.boolean() }),
    errors: mayNot,
  }),
  operation({
    name: 'doorbell.open_recording',
    summary: 'A recording begins (idempotent); with `upload` its node sends the pieces',
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ activityId: z.int(), recordingId: RecordingId, kind: CallKind, startedAt: IsoTime }),
    output: z.object({ keptUntil: IsoTime, upload: z.string() }),
    errors: mayNot,
  }),
  operation({
    name: 'doorbell.recording_step',
    summary: "The visitor was asked, has answered, or the recording began or ended: a step of the ring's timeline (idempotent)",
    caller: 'internal',
    from: ['signaling'],
    limit: 'none',
    input: z.object({ activityId: z.int(), recordingId: RecordingId, step: RecordingStep, at: IsoTime }),
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.put_piece',
    summary: 'Ten seconds of a recording, from its node: Matroska, with the header `x-piece`; opened by `upload` alone',
    bytes: 'in',
    caller: 'internal',
    from: ['sfu'],
    limit: 'none',
    input: z.object({ recordingId: RecordingId }),
    output: z.object({}),
    errors: ['not_found', 'malformed', 'too_large', 'recording_full'],
  }),
  operation({
    name: 'doorbell.close_recording',
    summary: 'No piece follows: the film can be made (idempotent)',
    caller: 'internal',
    from: ['sfu', 'signaling'],
    limit: 'none',
    input: z.object({ recordingId: RecordingId, endedAt: IsoTime, reason: RecordingEnd }),
    output: z.object({}),
    errors: [],
  }),
] as const
