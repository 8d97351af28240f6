/** What a call is doing, from what the server says of it and what this page's media says. */
import type { CallView } from '#proto/entities.ts'
import type { DeviceProblem, MediaState } from '../../core/media/media-state.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'

export type CallStatus = 'waiting' | 'connecting' | 'away' | 'connected' | 'reconnecting' | 'failed'

export function callStatus(call: CallView | undefined, media: MediaState): CallStatus {
  if (media.phase === 'failed') return 'failed'
  if (call?.state === 'offered') return 'waiting'
  // Media may go on while the visitor's socket is gone: both sides read it all the same (states: one side lost).
  const lost = call?.state === 'connected' && (media.reconnecting || call.visitorAway)
  if (call?.state === 'interrupted' || lost) return 'reconnecting'
  if (call?.state === 'connecting' && call.visitorAway) return 'away'
  return call?.state === 'connected' ? 'connected' : 'connecting'
}

/** The panel's line (spec section 2): a call whose voice is not there yet is not in progress; for a visitor who left, nothing connects. */
export function statusLine(status: CallStatus, kind: 'video' | 'audio', name: string): string {
  if (status === 'waiting') return residentTexts.call.waiting(name)
  if (status === 'away') return residentTexts.ring.away(name)
  if (status === 'reconnecting') return callTexts.reconnecting
  if (status === 'connected') return kind === 'audio' ? callTexts.audioInProgress : callTexts.connected
  return callTexts.connecting
}

export type Trouble = { readonly device: 'camera' | 'microphone'; readonly problem: Exclude<DeviceProblem, 'missing'> }

/** The device that must be spoken of: refused, taken or unsupported. A missing one is left out, not an error (decision 17). */
export function deviceTrouble(kind: 'video' | 'audio', media: MediaState): Trouble | undefined {
  const { camera, microphone } = media.local
  if (kind === 'video' && camera.problem && camera.problem !== 'missing') return { device: 'camera', problem: camera.problem }
  if (microphone.problem && microphone.problem !== 'missing') return { device: 'microphone', problem: microphone.problem }
  return undefined
}

/** Whole seconds of the call so far, on the server's clock. */
export const callSeconds = (connectedAt: string | null, serverNow: number): number =>
  connectedAt ? Math.max(0, Math.floor((serverNow - Date.parse(connectedAt)) / 1000)) : 0
