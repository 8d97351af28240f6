/** Opens microphone and camera; a device that fails is left out and its reason returned (docs/product/decisions.md, 17). */
import type { MediaSource } from '#proto/frames/media.ts'
import type { DeviceProblem, Facing } from './media-state.ts'

export type DeviceRequest = {
  readonly microphone?: { readonly deviceId: string }
  readonly camera?: { readonly deviceId: string; readonly facing: Facing }
}
export type Opened = {
  readonly tracks: Readonly<Partial<Record<MediaSource, MediaStreamTrack>>>
  readonly problems: Readonly<Partial<Record<MediaSource, DeviceProblem>>>
}
/** What decides the next step after getUserMedia failed. */
export type DeviceFacts = {
  readonly present: Readonly<Record<MediaSource, boolean>>
  readonly permission: Readonly<Record<MediaSource, PermissionState | 'unknown'>>
}
export type NextStep = { readonly ask: readonly MediaSource[]; readonly problems: Readonly<Partial<Record<MediaSource, DeviceProblem>>> }

const SOURCES: readonly MediaSource[] = ['microphone', 'camera']

/** Maps getUserMedia's error name to the reason that our panels show. */
export function problemOf(errorName: string): DeviceProblem {
  switch (errorName) {
    case 'NotAllowedError':
    case 'SecurityError':
    case 'PermissionDeniedError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
    case 'DevicesNotFoundError':
      return 'missing'
    case 'NotReadableError':
    case 'AbortError':
    case 'TrackStartError':
      return 'taken'
    default:
      return 'unsupported'
  }
}

/**
 * After a request for several devices failed: which to request alone, so that one missing or blocked device does not cost the other.
 * Never prompts again after the user has just denied.
 */
export function stepAfterFailure(wanted: readonly MediaSource[], problem: DeviceProblem, facts: DeviceFacts): NextStep {
  const problems: Partial<Record<MediaSource, DeviceProblem>> = {}
  const ask: MediaSource[] = []
  for (const source of wanted) {
    const alone = wanted.length === 1
    if (problem === 'missing' && !facts.present[source]) problems[source] = 'missing'
    else if (problem === 'denied' && facts.permission[source] !== 'granted') problems[source] = 'denied'
    else if (alone || problem === 'unsupported') problems[source] = problem
    else ask.push(source)
  }
  return { ask, problems }
}

export async function openUserMedia(request: DeviceRequest): Promise<Opened> {
  const wanted = SOURCES.filter((source) => request[source])
  if (typeof navigator.mediaDevices?.getUserMedia !== 'function') return { tracks: {}, problems: all(wanted, 'unsupported') }
  const together = await attempt(wanted, request)
  if (!together.problem) return { tracks: together.tracks, problems: {} }
  const next = stepAfterFailure(wanted, together.problem, await facts())
  let tracks: Opened['tracks'] = {}
  let problems = next.problems
  for (const source of next.ask) {
    const alone = await attempt([source], request)
    tracks = { ...tracks, ...alone.tracks }
    if (alone.problem) problems = { ...problems, [source]: alone.problem }
  }
  return { tracks, problems }
}

type Attempt = { readonly tracks: Opened['tracks']; readonly problem: DeviceProblem | undefined }

async function attempt(sources: readonly MediaSource[], request: DeviceRequest): Promise<Attempt> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: sources.includes('microphone') ? microphone(request.microphone?.deviceId ?? '') : false,
      video: sources.includes('camera') ? camera(request.camera?.deviceId ?? '', request.camera?.facing ?? 'user') : false,
    })
    const [audio] = stream.getAudioTracks()
    const [video] = stream.getVideoTracks()
    return { tracks: { ...(audio && { microphone: audio }), ...(video && { camera: video }) }, problem: undefined }
  } catch (error) {
    return { tracks: {}, problem: problemOf(error instanceof Error ? error.name : '') }
  }
}

/** The device id is ideal, not exact: a remembered device may be unplugged. */
function microphone(deviceId: string): MediaTrackConstraints {
  const processing = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  return deviceId ? { ...processing, deviceId } : processing
}

function camera(deviceId: string, facing: Facing): MediaTrackConstraints {
  const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } }
  return deviceId ? { ...picture, deviceId } : { ...picture, facingMode: facing }
}

/** Opens the camera that faces this way, or none (`exact`). @throws what the browser throws */
export async function openFacing(facing: Facing): Promise<MediaStreamTrack | undefined> {
  const picture = { width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: { ...picture, facingMode: { exact: facing } } })
  return stream.getVideoTracks()[0]
}

async function facts(): Promise<DeviceFacts> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const has = (kind: MediaDeviceKind) => devices.some((device) => device.kind === kind)
  const permission = async (name: string): Promise<PermissionState | 'unknown'> => {
    const status = await navigator.permissions?.query({ name: name as PermissionName }).catch(() => undefined)
    return status?.state ?? 'unknown'
  }
  return {
    present: { microphone: has('audioinput'), camera: has('videoinput') },
    permission: { microphone: await permission('microphone'), camera: await permission('camera') },
  }
}

function all(sources: readonly MediaSource[], problem: DeviceProblem): Opened['problems'] {
  return Object.fromEntries(sources.map((source) => [source, problem]))
}
