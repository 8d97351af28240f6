/**
 * The table of the access matrix for frames: how each is sent about the owner's own ring, in the order in which a ring and its call meet
 * them. Who else may send it is derived from the contract.
 */
import type { ErrorCode } from '#proto/errors.ts'
import { type ClientFrame, routeOf } from '#proto/frames/client.ts'
import { operationNamed } from '#proto/operations/index.ts'
import { type FrameType, frameTypes } from '#scripts/testing/generate/rules.ts'
import type { Expected, WrongCaller } from './principals.ts'

/** The owner of a ring, and the ring with the opaque number that its visitor has. */
export type Ring = { readonly owner: number; readonly id: number; readonly userId: number }
export type FrameRow = {
  readonly what?: string
  readonly type: FrameType
  /** The right caller. */
  readonly as: 'resident' | 'visitor' | 'anybody'
  readonly frame: (ring: Ring, requestId: string) => ClientFrame
  /** The error that a free resident gets about its own ring, if the operation needs Premium. */
  readonly free?: ErrorCode
  /** The error that the right caller gets instead of success, because the matrix has no connected call. */
  readonly answer?: ErrorCode
}

const about = (id: number, requestId: string) => ({ activityId: id, requestId })
const seen: FrameRow['frame'] = ({ id }, requestId) => ({ type: 'receipt', state: 'seen', ...about(id, requestId) })
const hidden: FrameRow['frame'] = ({ id }, requestId) => ({ type: 'receipt', state: 'hidden', ...about(id, requestId) })
const chat: FrameRow['frame'] = ({ id }, requestId) => ({ type: 'chat_message', recipientId: id, message: 'Hello', requestId })
const accept: FrameRow['frame'] = ({ id }, requestId) => ({
  type: 'call_response',
  visitorId: id,
  accepted: true,
  communicationType: 'video',
  requestId,
})
const decline: FrameRow['frame'] = ({ id }, requestId) => ({ type: 'call_response', visitorId: id, accepted: false, requestId })
const join: FrameRow['frame'] = ({ id }, requestId) => ({
  type: 'media_request',
  request: { op: 'join', mode: 'call' },
  ...about(id, requestId),
})
const takeOver: FrameRow['frame'] = ({ id }, requestId) => ({ type: 'join_call', ...about(id, requestId) })

const recordingId = '00000000-0000-4000-8000-000000000000'
const recordingStart: FrameRow['frame'] = ({ id }, requestId) => ({ type: 'recording_start', ...about(id, requestId) })
const recordingStop: FrameRow['frame'] = ({ id }, requestId) => ({ type: 'recording_stop', ...about(id, requestId) })
const recordingShown: FrameRow['frame'] = ({ id }, requestId) => ({ type: 'recording_shown', recordingId, ...about(id, requestId) })
const recordingAnswer: FrameRow['frame'] = ({ id }, requestId) => ({
  ...{ type: 'recording_answer', recordingId, allowed: true },
  ...about(id, requestId),
})

export const FRAME_ROWS: readonly FrameRow[] = [
  { type: 'register', as: 'resident', frame: ({ owner }) => ({ type: 'register', userId: owner }) },
  { type: 'register_visitor', as: 'visitor', frame: ({ id }) => ({ type: 'register_visitor', activityId: id }) },
  { type: 'ping', as: 'anybody', frame: () => ({ type: 'ping' }) },
  { type: 'doorbell_ring', as: 'visitor', frame: ({ id, userId }) => ({ type: 'doorbell_ring', activityId: id, userId }) },
  { type: 'receipt', what: 'seen', as: 'resident', frame: seen },
  { type: 'receipt', what: 'hidden', as: 'visitor', frame: hidden },
  { type: 'chat_message', what: 'visitor', as: 'visitor', frame: chat },
  { type: 'call_response', what: 'accept', as: 'resident', frame: accept, free: 'subscription_required' },
  // A free resident has no call, so there is none to join.
  { type: 'media_request', as: 'resident', frame: join, free: 'call_not_there' },
  { type: 'join_call', as: 'resident', frame: takeOver, free: 'call_not_there' },
  { type: 'recording_start', as: 'resident', frame: recordingStart, free: 'call_not_there', answer: 'call_not_there' },
  { type: 'recording_answer', as: 'visitor', frame: recordingAnswer, answer: 'recording_over' },
  { type: 'recording_shown', as: 'visitor', frame: recordingShown, answer: 'recording_over' },
  { type: 'recording_stop', as: 'visitor', frame: recordingStop },
  { type: 'chat_message', what: 'resident', as: 'resident', frame: chat },
  { type: 'call_response', what: 'hang up', as: 'visitor', frame: decline },
]

/** Callers whose upgrade is refused. */
const WITHOUT_COOKIE: readonly WrongCaller[] = ['anonymous', 'revokedSession', 'deletedAccount']

/** A wall display of the owner is a device of its resident. */
function wallExpected(type: FrameType, as: FrameRow['as']): Expected | undefined {
  const route = routeOf(type)
  if (as !== 'resident' || !route) return undefined
  return route.wall ? { answer: 'limited' } : { answer: 'refused', code: 'wall_session' }
}

/** @returns what a wrong caller's frame, or the upgrade before it, is answered */
export function frameExpected(caller: WrongCaller, { type, as, free }: FrameRow): Expected | undefined {
  if (caller === 'wrongOrigin') return { answer: 'refused', code: 'origin_refused' }
  if (WITHOUT_COOKIE.includes(caller)) return { answer: 'refused', code: 'unauthenticated' }
  if (caller === 'apiToken' || caller === 'revokedToken') return { answer: 'refused', code: 'scope_missing' }
  if (caller === 'blockedAddress') return { answer: 'allowed' }
  if (caller === 'wallDisplay') return wallExpected(type, as)
  if (caller === 'freeResident') return free && { answer: 'refused', code: free }
  if (as === 'anybody') return { answer: 'open' }
  const owner = routeOf(type)?.to
  if (owner && !operationNamed(owner).errors.includes('not_found')) throw new Error(`${owner} does not declare not_found`)
  return { answer: 'refused', code: 'not_found' }
}

/** @returns a sentence for each frame without a row, and each without the answer to a free resident */
export function frameGaps(): readonly string[] {
  return frameTypes.flatMap((type) => {
    const rows = FRAME_ROWS.filter((row) => row.type === type)
    if (!rows.length) return [`add a row for the frame ${type} in scripts/lab/access/frame-rows.ts`]
    const owner = routeOf(type)?.to
    const needsPremium = owner && operationNamed(owner).errors.includes('subscription_required')
    const isSaid = !needsPremium || rows.some(({ free }) => free)
    return isSaid ? [] : [`say in scripts/lab/access/frame-rows.ts what ${type} answers a free resident`]
  })
}
