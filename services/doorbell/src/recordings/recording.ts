/**
 * Recordings of calls (docs/product/decisions.md, 19; record 0054): whether there is room, their pieces, and what its owner sees of one.
 */
import { AppError } from '#kit/app-error.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { CallKind, RecordingEnd } from '#proto/entities.ts'
import { RECORDING, RETENTION_DAYS } from '#proto/limits.ts'
import type { PieceFacts, RecordingStatus, StoredRecording } from '#proto/recording.ts'
import { type AccessDeps, ringNamed } from '../core/access.ts'
import type { BillingClient } from '../core/billing.ts'
import type { Ring } from '../core/ring.ts'
import type { ListedRecording, RecordingStepEntry, RecordingStore, Recordings } from './recordings.ts'

type RecordingLimits = { readonly accountBytes: number; readonly freeBytes: number }
export type RecordingDeps = Pick<AccessDeps, 'rings' | 'clock'> & {
  readonly recordings: Recordings
  readonly recordingFiles: RecordingStore
  readonly recordingLimits: RecordingLimits
  /** Whether films can be made here. */
  readonly canRecord: () => Promise<boolean>
  readonly makeFilmsSoon: () => void
  readonly publishChange: (ring: Ring) => void
}
export interface RecordingNode {
  /** Never throws: the node also gets it in the answer to its next piece. */
  dropRecording(activityId: number, recordingId: string): Promise<void>
}

type Refusal = NonNullable<RecordingStatus['unavailable']>
const REFUSALS = { recording_off: 'recording_off', storage_full: 'recording_full', disk_full: 'recording_off.disk' } as const

/** @param used bytes of the account's recordings */
async function refusalOf(deps: RecordingDeps, used: number): Promise<Exclude<Refusal, 'subscription_required'> | null> {
  const { recordingFiles, recordingLimits, canRecord } = deps
  if (!(await canRecord())) return 'recording_off'
  if (used >= recordingLimits.accountBytes) return 'storage_full'
  const free = await recordingFiles.freeBytes()
  return free !== undefined && free < recordingLimits.freeBytes ? 'disk_full' : null
}

/** What a resident's page shows before a recording. */
export async function recordingStatus(
  deps: RecordingDeps & { readonly billing: BillingClient },
  ownerId: number,
): Promise<RecordingStatus> {
  const [premium, usedBytes] = await Promise.all([deps.billing.isPremium(ownerId), deps.recordings.bytesOf(ownerId)])
  return {
    unavailable: premium ? await refusalOf(deps, usedBytes) : 'subscription_required',
    usedBytes,
    maxBytes: deps.recordingLimits.accountBytes,
    maxSeconds: RECORDING.longest / 1_000,
    keptDays: RETENTION_DAYS.premium,
  }
}

/** A recording is kept as long as its visit. @throws AppError not_found, recording_off, recording_full */
export async function checkRecording(deps: RecordingDeps, activityId: number): Promise<Ring> {
  const ring = await ringNamed(deps, activityId)
  if (ring.erasedAt) throw new AppError('not_found')
  const refusal = await refusalOf(deps, await deps.recordings.bytesOf(ring.ownerId))
  if (refusal) throw new AppError(REFUSALS[refusal])
  return ring
}

/** @throws AppError not_found */
export async function addRecordingStep(deps: RecordingDeps, entry: RecordingStepEntry): Promise<void> {
  await ringNamed(deps, entry.activityId)
  await deps.recordings.addStep(entry)
}

export type Opening = { readonly activityId: number; readonly recordingId: string; readonly kind: CallKind; readonly startedAt: Date }

/** @throws AppError as checkRecording */
export async function openRecording(deps: RecordingDeps, { activityId, recordingId, kind, startedAt }: Opening): Promise<Ring> {
  const ring = await checkRecording(deps, activityId)
  const changed = await deps.recordings.open({ id: recordingId, activityId, ownerId: ring.ownerId, kind, startedAt }, deps.clock.now())
  if (changed) deps.publishChange(changed)
  return ring
}

/** @throws AppError not_found for a recording that is over or deleted, recording_full */
export async function storePiece(deps: RecordingDeps, id: string, facts: PieceFacts, bytes: Buffer): Promise<void> {
  const { recordings, recordingFiles, recordingLimits, clock } = deps
  const recording = await recordings.find(id, clock.now())
  if (recording?.state !== 'recording') throw new AppError('not_found')
  if ((await recordings.bytesOf(recording.ownerId)) + bytes.length > recordingLimits.accountBytes) throw new AppError('recording_full')
  const file = await recordingFiles.putPiece(bytes, recording.expiresAt)
  const isNew = await recordings.addPiece(id, { ...facts, file, bytes: bytes.length }, clock.now())
  // Deleted or erased meanwhile, or sent twice.
  if (!isNew) await recordingFiles.drop({ films: [], pieces: [file] })
  if (!isNew && (await recordings.find(id, clock.now())) === undefined) throw new AppError('not_found')
}

/** @throws AppError not_found */
export async function touchRecording({ recordings, clock }: RecordingDeps, id: string): Promise<void> {
  if (!(await recordings.touch(id, clock.now()))) throw new AppError('not_found')
}

export async function closeRecording(deps: RecordingDeps, id: string, endedAt: Date, reason: RecordingEnd): Promise<void> {
  const ring = await deps.recordings.close(id, endedAt, reason)
  if (!ring) return
  deps.publishChange(ring)
  deps.makeFilmsSoon()
}

/** Longer than a node needs for a piece and its retries. */
const SILENT_MS = 45_000

/** A node that died closes nothing: its recordings end with their last piece. */
export async function closeLostRecordings(deps: RecordingDeps): Promise<void> {
  for (const { id, heardAt } of await deps.recordings.silentSince(deps.clock.in(-SILENT_MS)))
    await closeRecording(deps, id, heardAt, 'interrupted')
}

/** @throws AppError not_found, also for a recording of another account */
export async function recordingOfOwner({ recordings, clock }: RecordingDeps, ownerId: number, id: string): Promise<ListedRecording> {
  const recording = await recordings.find(id, clock.now())
  if (recording?.ownerId !== ownerId) throw new AppError('not_found')
  return recording
}

/** A recording that is still on ends. @throws AppError not_found */
export async function removeRecording(
  deps: RecordingDeps & { readonly signaling: RecordingNode },
  ownerId: number,
  id: string,
): Promise<void> {
  const { activityId, state } = await recordingOfOwner(deps, ownerId, id)
  const removed = await deps.recordings.remove(id)
  if (!removed) throw new AppError('not_found')
  await deps.recordingFiles.drop(removed)
  if (removed.ring) deps.publishChange(removed.ring)
  if (state === 'recording') await deps.signaling.dropRecording(activityId, id)
}

export function presentRecording(recording: ListedRecording): StoredRecording {
  const { id, activityId, visitorName, doorLabel, kind, state, startedAt, seconds, bytes, expiresAt, film, poster } = recording
  return {
    id,
    activityId,
    visitorName: visitorName || null,
    doorLabel,
    kind,
    state,
    startedAt: startedAt.toISOString(),
    seconds,
    bytes,
    expiresAt: expiresAt.toISOString(),
    url: film ? `/api/films/${id}/video` : null,
    posterUrl: poster ? `/api/films/${id}/poster` : null,
  }
}

/** How long an upload header is valid for a recording: the longest call, and the time for its last piece. */
export const UPLOAD_SECONDS = (RECORDING.longest + DAY_MS / 24) / 1_000
