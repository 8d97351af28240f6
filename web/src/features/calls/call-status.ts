/** A call's status, from the server's CallView and this page's media state. */
import type { CallView } from '#proto/entities.ts'
import type { DeviceProblem, MediaState } from '../../core/media/media-state.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { callViewTexts } from './en-calls.ts'

/** `unable`: the visitor's browser has no calls, so that this call will never connect. */
export type CallStatus = 'waiting' | 'connecting' | 'away' | 'connected' | 'reconnecting' | 'failed' | 'unable'

export function callStatus(call: CallView | undefined, media: MediaState): CallStatus {
  if (media.phase === 'failed') return 'failed'
  // Another tab of the visitor's may have joined meanwhile.
  const isUp = call?.state === 'connected' || call?.state === 'interrupted'
  if (media.remote.permission === 'unsupported' && !isUp) return 'unable'
  if (call?.state === 'offered') return 'waiting'
  // Media may continue while the visitor's socket is lost: both sides still show "Reconnecting".
  const lost = call?.state === 'connected' && (media.reconnecting || call.visitorAway)
  if (call?.state === 'interrupted' || lost) return 'reconnecting'
  if (call?.state === 'connecting' && call.visitorAway) return 'away'
  return call?.state === 'connected' ? 'connected' : 'connecting'
}

/**
 * The panel's line (docs/product/specification.md, 2): an audio call is "in progress" only once connected; who is away, or cannot connect,
 * is not "connecting".
 */
export function statusLine(status: CallStatus, kind: 'video' | 'audio', name: string): string {
  if (status === 'waiting') return callViewTexts.waiting(name)
  if (status === 'away') return sharedTexts.ring.away(name)
  if (status === 'failed' || status === 'unable') return callViewTexts.notConnected
  if (status === 'reconnecting') return callTexts.reconnecting
  if (status === 'connected') return kind === 'audio' ? callTexts.audioInProgress : callTexts.connected
  return callTexts.connecting
}

/** Why there is no picture: a camera that the system or another program has taken is not described as turned off. */
export function noPicture({ lost }: MediaState['remote'], hadPicture: boolean, name: string): string {
  if (lost.includes('camera')) return callViewTexts.cameraLost(name)
  return hadPicture ? callViewTexts.cameraOff(name) : callViewTexts.noCamera(name)
}

type Specified = 'denied' | 'unsupported'
export type DeviceError =
  | { readonly device: 'camera' | 'microphone'; readonly problem: Exclude<DeviceProblem, 'missing'> }
  /** Neither works, for whatever reasons. `camera`: a problem of its own whose texts are specified. */
  | { readonly device: 'both'; readonly camera?: Specified }

/**
 * The problem to show: a device that is denied, in use, unsupported, or taken away in the call, or that neither works. If only one is
 * missing, it is left out without an error (docs/product/decisions.md, 17).
 */
export function deviceErrorOf(kind: 'video' | 'audio', media: MediaState): DeviceError | undefined {
  const microphone = media.local.microphone.problem
  const camera = kind === 'video' ? media.local.camera.problem : undefined
  const isReported = (problem: DeviceProblem | undefined) => problem !== undefined && problem !== 'missing'
  if (camera && microphone && (isReported(camera) || isReported(microphone)))
    return camera === 'denied' || camera === 'unsupported' ? { device: 'both', camera } : { device: 'both' }
  if (camera && camera !== 'missing') return { device: 'camera', problem: camera }
  if (microphone && microphone !== 'missing') return { device: 'microphone', problem: microphone }
  return undefined
}

/** The browser's open permission prompt, if any. */
export function promptOf({ local }: Pick<MediaState, 'local'>): 'camera' | 'microphone' | 'both' | undefined {
  const [camera, microphone] = [local.camera, local.microphone].map(({ state }) => state === 'asking')
  if (camera && microphone) return 'both'
  return camera ? 'camera' : microphone ? 'microphone' : undefined
}

/** Why the camera of an audio call could not be opened: the call continues without it. */
export const videoProblemOf = (kind: 'video' | 'audio', { local }: MediaState): DeviceProblem | undefined =>
  kind === 'audio' ? local.camera.problem : undefined

/** Whole seconds of the call so far, by the server's clock. */
export const callSeconds = (connectedAt: string | null, serverNow: number): number =>
  connectedAt ? Math.max(0, Math.floor((serverNow - Date.parse(connectedAt)) / 1000)) : 0
