/** The media state of a call that pages render: flags only, never a track. */
import type { MediaSource, PermissionReport } from '#proto/frames/media.ts'

/**
 * Why a device is not available; each has its panel (docs/product/specification.md, 8). `taken`: another program uses it. `lost`: it was
 * open and ended. `silent`: it is open, and the system has muted it.
 */
export type DeviceProblem = 'denied' | 'missing' | 'taken' | 'unsupported' | 'lost' | 'silent'
export type LocalTrack = {
  /** `off`: muted or camera off by choice. `asking`: the browser's prompt is open. `none`: never opened, or stopped. */
  readonly state: 'none' | 'asking' | 'on' | 'off'
  readonly problem: DeviceProblem | undefined
}
export type Facing = 'user' | 'environment'
export type Quality = 'good' | 'fair' | 'weak'
export type RemotePermission = 'unknown' | PermissionReport

/**
 * `idle` → `prepared` (while it rings) → `joining` → `live`; `ended` permanently. `elsewhere`: this side continues on another device.
 * `failed`: this browser cannot call, or the server refused the join; see `failure`.
 */
export type MediaPhase = 'idle' | 'prepared' | 'joining' | 'live' | 'elsewhere' | 'ended' | 'failed'

export type MediaState = {
  readonly phase: MediaPhase
  readonly failure: { readonly code: string; readonly message: string | undefined } | undefined
  readonly local: { readonly microphone: LocalTrack; readonly camera: LocalTrack; readonly facing: Facing; readonly canFlip: boolean }
  /** False while another tab of this visitor sends: this one shows the resident without sound. */
  readonly sends: boolean
  readonly remote: {
    /** A consumer exists and is not paused. */
    readonly microphone: boolean
    readonly camera: boolean
    readonly permission: RemotePermission
    /** Not turned off by the other side: the system has taken it away, or another program uses it. */
    readonly lost: readonly MediaSource[]
  }
  readonly quality: Quality
  /** 3 s without media or socket: "Reconnecting". */
  readonly reconnecting: boolean
  /** The browser refused to play with sound: "Tap to hear" calls `playWithSound()`. */
  readonly needsTapToHear: boolean
  /** Ids of the chosen devices; '' is the browser's default. */
  readonly chosen: { readonly microphone: string; readonly camera: string; readonly speaker: string }
  /** This page silences the other side: the speaker button's effect where the browser has no setSinkId. */
  readonly silenced: boolean
}

const NO_TRACK: LocalTrack = { state: 'none', problem: undefined }

export const INITIAL_MEDIA: MediaState = {
  phase: 'idle',
  failure: undefined,
  local: { microphone: NO_TRACK, camera: NO_TRACK, facing: 'user', canFlip: false },
  sends: true,
  remote: { microphone: false, camera: false, permission: 'unknown', lost: [] },
  quality: 'good',
  reconnecting: false,
  needsTapToHear: false,
  chosen: { microphone: '', camera: '', speaker: '' },
  silenced: false,
}

/** Sets the local track of one source. */
export function withLocal(state: MediaState, source: MediaSource, track: LocalTrack): MediaState {
  return { ...state, local: { ...state.local, [source]: track } }
}

/** Sources that the system or another program has turned off, not the user. */
export const TAKEN = ['lost', 'silent', 'taken'] as const satisfies readonly DeviceProblem[]

/** @returns the report to the other side: with the sources that its user has not turned off */
export function permissionReport(state: PermissionReport, local: MediaState['local']) {
  const lost = (['camera', 'microphone'] as const).filter((source) => TAKEN.some((problem) => problem === local[source].problem))
  return { op: 'permission' as const, state, ...(lost.length > 0 && { lost }) }
}

export type RemoteSource = { readonly source: MediaSource; readonly paused: boolean }

/** Sets which sources of the other side play. */
export function withRemote(state: MediaState, sources: readonly RemoteSource[]): MediaState {
  const on = (source: MediaSource) => sources.some((entry) => entry.source === source && !entry.paused)
  return { ...state, remote: { ...state.remote, microphone: on('microphone'), camera: on('camera') } }
}

/** From mediasoup's consumer scores, 1 to 10: the worst one counts. No score yet is `good`. */
export function qualityOf(scores: Iterable<number>): Quality {
  const worst = Math.min(10, ...scores)
  if (worst >= 8) return 'good'
  return worst >= 5 ? 'fair' : 'weak'
}

export type DeviceChoice = { readonly id: string; readonly label: string }
export type DeviceList = {
  readonly microphones: readonly DeviceChoice[]
  readonly cameras: readonly DeviceChoice[]
  /** Empty where the browser cannot choose (no setSinkId). */
  readonly speakers: readonly DeviceChoice[]
}
