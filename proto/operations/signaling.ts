/**
 * Calls (docs/product/states.md; docs/product/decisions.md, 10, 13, 17, 18). They are reached over the socket or by events and have no HTTP
 * route.
 */
import { z } from 'zod'
import { RecordingId } from '../entities.ts'
import {
  CallResponseFrame,
  JoinCall,
  MediaRequestFrame,
  RecordingAnswer,
  RecordingShown,
  RecordingStart,
  RecordingStop,
} from '../frames/client.ts'
import { ServerFrame } from '../frames/server.ts'
import { operation } from '../operation.ts'
import { deletionStep } from './account.ts'

const frames = z.object({ frames: z.array(ServerFrame) })

export const signalingOperations = [
  operation({
    name: 'signaling.respond',
    summary: 'The frame call_response: accept, decline, end; or turn the holder’s audio call into a video call',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: CallResponseFrame.omit({ type: true }),
    output: frames,
    errors: ['not_found', 'answered_elsewhere', 'ring_over', 'subscription_required', 'call_not_there'],
  }),
  operation({
    name: 'signaling.join_call',
    summary: "A late call back's Join by the visitor; Take over by a resident's device",
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: JoinCall.omit({ type: true }),
    output: frames,
    errors: ['not_found', 'call_not_there', 'answered_elsewhere', 'subscription_required'],
  }),
  operation({
    name: 'signaling.media',
    summary: 'A media request of one side; the reply is the media_reply frame',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: MediaRequestFrame.omit({ type: true }),
    output: frames,
    errors: ['not_found', 'call_not_there', 'call_moved', 'seat_taken', 'subscription_required', 'calls_preparing', 'calls_full'],
  }),
  operation({
    name: 'signaling.start_recording',
    summary: 'The frame recording_start: the holder of a connected call wants to record; the visitor is asked',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: RecordingStart.omit({ type: true }),
    output: frames,
    errors: ['not_found', 'call_not_there', 'seat_taken', 'subscription_required', 'recording_off', 'recording_full', 'recording_over'],
  }),
  operation({
    name: 'signaling.stop_recording',
    summary: 'The frame recording_stop, from either side: the recording ends, and the call continues',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: RecordingStop.omit({ type: true }),
    output: frames,
    errors: ['not_found', 'call_not_there', 'seat_taken'],
  }),
  operation({
    name: 'signaling.answer_recording',
    summary: 'The frame recording_answer: the visitor allows the recording or does not',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: RecordingAnswer.omit({ type: true }),
    output: frames,
    errors: ['not_found', 'call_not_there', 'recording_over'],
  }),
  operation({
    name: 'signaling.recording_shown',
    summary: 'The frame recording_shown: a page shows the REC mark; nothing is recorded before both sides have said so',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: RecordingShown.omit({ type: true }),
    output: frames,
    errors: ['not_found', 'call_not_there', 'recording_over'],
  }),
  operation({
    name: 'signaling.resume',
    summary: 'The call a party missed: its state, or what it ended with',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: z.object({ as: z.enum(['resident', 'visitor']), activityId: z.int().optional() }),
    output: frames,
    errors: [],
  }),
  operation({
    name: 'signaling.socket',
    summary: 'A socket of a party opened or closed, or went quiet: who is there',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: z.object({ state: z.enum(['open', 'closed']), as: z.enum(['resident', 'visitor']), activityId: z.int().optional() }),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'signaling.hang_up',
    summary: 'End the call of an activity, by a side that has no socket (Cancel that lost the race; no script)',
    caller: 'internal',
    from: ['doorbell'],
    limit: 'none',
    input: z.object({ activityId: z.int(), by: z.enum(['visitor', 'resident']) }),
    output: z.object({ ended: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'signaling.drop_recording',
    summary: 'The recording of a call was deleted while it was on: it ends, and nothing of it is kept (idempotent)',
    caller: 'internal',
    from: ['doorbell'],
    limit: 'none',
    input: z.object({ activityId: z.int(), recordingId: RecordingId }),
    output: z.object({}),
    errors: [],
  }),
  deletionStep('signaling.forget_owner', 'The calls of one resident are over and not kept any more'),
] as const
