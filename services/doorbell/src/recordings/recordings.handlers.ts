/** Recordings: what signaling and the nodes report, and what a resident lists, plays and deletes. */
import { AppError } from '#kit/app-error.ts'
import { type BytesHandlersOf, signBytesRequest } from '#kit/bytes.ts'
import { Answer, residentOf, type SomeHandlersOf, systemCaller } from '#kit/handlers.ts'
import { parseCursorText } from '#kit/paging.ts'
import { sendFile } from '#kit/ranges.ts'
import { readBody } from '#kit/read-body.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import { RecordingId } from '#proto/entities.ts'
import { PIECE_BYTES } from '#proto/limits.ts'
import { PieceFacts } from '#proto/recording.ts'
import type { BillingClient } from '../core/billing.ts'
import type { PreferenceStore } from '../notifications/preferences.ts'
import {
  addRecordingStep,
  checkRecording,
  closeRecording,
  openRecording,
  presentRecording,
  type RecordingDeps,
  type RecordingNode,
  recordingOfOwner,
  recordingStatus,
  removeRecording,
  storePiece,
  touchRecording,
  UPLOAD_SECONDS,
} from './recording.ts'
import type { RecordingCursor } from './recordings.ts'

type RecordingHandlerDeps = RecordingDeps & {
  readonly billing: BillingClient
  readonly preferences: Pick<PreferenceStore, 'snapshot'>
  readonly signaling: RecordingNode
  readonly internalKey: SigningKeys
}
type Names = 'films' | 'remove_film' | 'recording_status' | 'check_recording' | 'open_recording' | 'recording_step' | 'close_recording'

const parseCursor = (cursor: string | undefined): RecordingCursor | undefined =>
  parseCursorText(cursor, (text) => {
    const [, at, id] = /^(\d{1,15})-([0-9a-f-]{36})$/.exec(text) ?? []
    return at && id && RecordingId.safeParse(id).success ? { at: new Date(Number(at)), id } : undefined
  })

export function recordingHandlers(deps: RecordingHandlerDeps): SomeHandlersOf<'doorbell', Names> {
  return {
    films: async ({ input: { limit, cursor, activityId }, caller }) => {
      const { userId } = residentOf(caller)
      const page = await deps.recordings.page(userId, { limit, activityId, after: parseCursor(cursor), now: deps.clock.now() })
      const last = page.length === limit ? page.at(-1) : undefined
      return new Answer(page.map(presentRecording), { next: last && `${last.startedAt.getTime()}-${last.id}` })
    },
    remove_film: async ({ input, caller }) => {
      await removeRecording(deps, residentOf(caller).userId, input.id)
      return {}
    },
    recording_status: ({ caller }) => recordingStatus(deps, residentOf(caller).userId),
    check_recording: async ({ input }) => {
      const { ownerId, expiresAt } = await checkRecording(deps, input.activityId)
      const { preferences } = await deps.preferences.snapshot(ownerId, deps.clock.now())
      return { keptUntil: expiresAt.toISOString(), autoRecord: preferences.switches.autoRecordVisits }
    },
    open_recording: async ({ input }) => {
      const { recordingId } = input
      const ring = await openRecording(deps, { ...input, startedAt: new Date(input.startedAt) })
      const upload = signBytesRequest(
        deps.internalKey,
        'doorbell.put_piece',
        { recordingId },
        systemCaller(recordingId),
        deps.clock.now(),
        UPLOAD_SECONDS,
      )
      return { keptUntil: ring.expiresAt.toISOString(), upload }
    },
    recording_step: async ({ input }) => {
      await addRecordingStep(deps, { ...input, at: new Date(input.at) })
      return {}
    },
    close_recording: async ({ input }) => {
      await closeRecording(deps, input.recordingId, new Date(input.endedAt), input.reason)
      return {}
    },
  }
}

function pieceFacts(header: string | string[] | undefined): PieceFacts {
  try {
    return PieceFacts.parse(JSON.parse(String(header)))
  } catch {
    throw new AppError('malformed')
  }
}

const PRIVATE = 'private, no-store'

export function recordingBytes(deps: RecordingDeps): Pick<BytesHandlersOf<'doorbell'>, 'put_piece' | 'film' | 'film_poster'> {
  return {
    put_piece: async ({ input, request, response }) => {
      const bytes = await readBody(request, PIECE_BYTES, 'too_large')
      // No data: the node is alive, and both microphones and the camera are off.
      if (bytes.length === 0) await touchRecording(deps, input.recordingId)
      else await storePiece(deps, input.recordingId, pieceFacts(request.headers['x-piece']), bytes)
      response.writeHead(204).end()
    },
    film: async ({ input, caller, request, response }) => {
      const { film, activityId, startedAt } = await recordingOfOwner(deps, residentOf(caller).userId, input.id)
      const whole = film === null ? undefined : await deps.recordingFiles.openFilm(film, { from: 0, to: 0 })
      if (film === null || !whole) throw new AppError('not_found')
      whole.stream.destroy()
      await sendFile(request, response, {
        size: whole.size,
        open: (part) => deps.recordingFiles.openFilm(film, part),
        headers: {
          'content-type': 'video/mp4',
          'content-disposition': `inline; filename="recording-${activityId}-${startedAt.toISOString().slice(0, 10)}.mp4"`,
          'cache-control': PRIVATE,
        },
      })
    },
    film_poster: async ({ input, caller, request, response }) => {
      const { poster } = await recordingOfOwner(deps, residentOf(caller).userId, input.id)
      const file = poster === null ? undefined : await deps.recordingFiles.openFilm(poster)
      if (!file) throw new AppError('not_found')
      const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'inline; filename="poster.jpg"', 'cache-control': PRIVATE }
      await sendFile(request, response, { size: file.size, open: async () => file, headers })
    },
  }
}
