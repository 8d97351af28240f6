/** This device's own tracks. Nothing else opens or stops them. */
import type { MediaSource } from '#proto/frames/media.ts'
import type { DeviceProblem, Facing } from './media-state.ts'
import { type DeviceRequest, openFacing, openUserMedia } from './user-media.ts'

export type LocalMediaEvents = {
  /** A source has another track, or none and the reason. */
  readonly changed: (source: MediaSource, track: MediaStreamTrack | undefined, problem: DeviceProblem | undefined) => void
  readonly asking: (sources: readonly MediaSource[]) => void
}

export class LocalMedia {
  /** The self view: the camera alone. */
  readonly stream = new MediaStream()
  readonly #events: LocalMediaEvents
  readonly #tracks = new Map<MediaSource, MediaStreamTrack>()
  readonly #devices = { microphone: '', camera: '' }
  /** Counts the stops of a source: a track that was requested before a stop is stopped when it arrives. */
  readonly #epoch = { microphone: 0, camera: 0 }
  readonly #requested = new Set<MediaSource>()
  #facing: Facing = 'user'
  #pending: Promise<void> = Promise.resolve()

  constructor(events: LocalMediaEvents) {
    this.#events = events
  }

  get facing(): Facing {
    return this.#facing
  }

  track(source: MediaSource): MediaStreamTrack | undefined {
    return this.#tracks.get(source)
  }

  /** The browser was asked for a device and has not answered yet. */
  get isAsking(): boolean {
    return this.#requested.size > 0
  }

  /** Resolves when no prompt is open. */
  settled(): Promise<void> {
    return this.#pending
  }

  /** Opens the sources that are neither open nor being asked for, with one prompt. */
  open(sources: readonly MediaSource[]): Promise<void> {
    const missing = sources.filter((source) => !this.#tracks.has(source) && !this.#requested.has(source))
    if (missing.length === 0) return this.#pending
    return this.#addPending(this.#ask(missing))
  }

  stop(source: MediaSource): void {
    this.#epoch[source] += 1
    this.#requested.delete(source)
    const track = this.#tracks.get(source)
    if (track) this.#stopTrack(source, track)
    this.#events.changed(source, undefined, undefined)
  }

  /** Switches to another microphone or camera; reopens the old one if that fails. */
  async choose(source: MediaSource, deviceId: string): Promise<void> {
    const before = this.#devices[source]
    this.#devices[source] = deviceId
    if (!this.#tracks.has(source)) return
    await this.#addPending(this.#replace(source, before))
  }

  /** Stops the camera and opens the one that faces the other way; reopens the old one if there is none. */
  flip(): Promise<void> {
    return this.#addPending(this.#flip())
  }

  close(): void {
    for (const source of ['camera', 'microphone'] as const) this.stop(source)
  }

  async #ask(sources: readonly MediaSource[]): Promise<void> {
    const requestedAt = { ...this.#epoch }
    for (const source of sources) this.#requested.add(source)
    this.#events.asking(sources)
    const { tracks, problems } = await openUserMedia(this.#deviceRequest(sources))
    for (const source of sources) {
      const track = tracks[source]
      if (this.#epoch[source] !== requestedAt[source]) {
        track?.stop()
        continue
      }
      this.#requested.delete(source)
      if (track) this.#addTrack(source, track)
      else this.#events.changed(source, undefined, problems[source])
    }
  }

  async #replace(source: MediaSource, deviceBefore: string): Promise<void> {
    const old = this.#tracks.get(source)
    if (old) this.#stopTrack(source, old)
    await this.#ask([source])
    if (this.#tracks.has(source)) return
    this.#devices[source] = deviceBefore
    await this.#ask([source])
  }

  async #flip(): Promise<void> {
    const old = this.#tracks.get('camera')
    const requestedAt = this.#epoch.camera
    if (old) this.#stopTrack('camera', old)
    const other: Facing = this.#facing === 'user' ? 'environment' : 'user'
    const track = await openFacing(other).catch(() => undefined)
    if (this.#epoch.camera !== requestedAt) track?.stop()
    else if (track) {
      this.#facing = other
      this.#devices.camera = ''
      this.#addTrack('camera', track)
    } else await this.#ask(['camera'])
  }

  #deviceRequest(sources: readonly MediaSource[]): DeviceRequest {
    return {
      ...(sources.includes('microphone') && { microphone: { deviceId: this.#devices.microphone } }),
      ...(sources.includes('camera') && { camera: { deviceId: this.#devices.camera, facing: this.#facing } }),
    }
  }

  #addTrack(source: MediaSource, track: MediaStreamTrack): void {
    const old = this.#tracks.get(source)
    if (old) this.#stopTrack(source, old)
    this.#tracks.set(source, track)
    if (source === 'camera') this.stream.addTrack(track)
    // Fires when the device is unplugged or the permission revoked; our own stop() does not fire it.
    track.onended = () => {
      if (this.#tracks.get(source) !== track) return
      this.#stopTrack(source, track)
      this.#events.changed(source, undefined, 'missing')
    }
    this.#events.changed(source, track, undefined)
  }

  #stopTrack(source: MediaSource, track: MediaStreamTrack): void {
    track.onended = null
    track.stop()
    this.stream.removeTrack(track)
    this.#tracks.delete(source)
  }

  #addPending(work: Promise<void>): Promise<void> {
    const before = this.#pending
    this.#pending = Promise.all([before, work]).then(() => undefined)
    return this.#pending
  }
}
