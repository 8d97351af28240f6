/** This device's own tracks: the only place that opens and stops them. */
import type { MediaSource } from '#proto/frames/media.ts'
import type { DeviceProblem, Facing } from './media-state.ts'
import { openFacing, openUserMedia, type Wish } from './user-media.ts'

export type LocalMediaEvents = {
  /** A source has another track now, or none; the problem is why. */
  readonly changed: (source: MediaSource, track: MediaStreamTrack | undefined, problem: DeviceProblem | undefined) => void
  readonly asking: (sources: readonly MediaSource[]) => void
}

/** Opened and stopped as often as the call needs. */
export class LocalMedia {
  /** The self view: the camera alone. */
  readonly stream = new MediaStream()
  readonly #events: LocalMediaEvents
  readonly #tracks = new Map<MediaSource, MediaStreamTrack>()
  readonly #devices = { microphone: '', camera: '' }
  /** Grows when a source is stopped: what was asked for before then is stopped on arrival. */
  readonly #epoch = { microphone: 0, camera: 0 }
  readonly #asked = new Set<MediaSource>()
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

  /** The browser has been asked for a device and has not answered yet. */
  get isAsking(): boolean {
    return this.#asked.size > 0
  }

  /** Resolves when no prompt is open. */
  settled(): Promise<void> {
    return this.#pending
  }

  /** Opens what is not open yet, nor being asked for: one prompt, one track each. */
  open(sources: readonly MediaSource[]): Promise<void> {
    const missing = sources.filter((source) => !this.#tracks.has(source) && !this.#asked.has(source))
    if (missing.length === 0) return this.#pending
    return this.#settle(this.#ask(missing))
  }

  stop(source: MediaSource): void {
    this.#epoch[source] += 1
    this.#asked.delete(source)
    const track = this.#tracks.get(source)
    if (track) this.#forget(source, track)
    this.#events.changed(source, undefined, undefined)
  }

  /** Another microphone or camera; the old one goes on where it cannot be had. */
  async choose(source: MediaSource, deviceId: string): Promise<void> {
    const before = this.#devices[source]
    this.#devices[source] = deviceId
    if (!this.#tracks.has(source)) return
    await this.#settle(this.#replace(source, before))
  }

  /** Stops the picture, asks for the other side alone, else reopens the old one. */
  flip(): Promise<void> {
    return this.#settle(this.#flip())
  }

  close(): void {
    for (const source of ['camera', 'microphone'] as const) this.stop(source)
  }

  async #ask(sources: readonly MediaSource[]): Promise<void> {
    const asked = { ...this.#epoch }
    for (const source of sources) this.#asked.add(source)
    this.#events.asking(sources)
    const { tracks, problems } = await openUserMedia(this.#wish(sources))
    for (const source of sources) {
      const track = tracks[source]
      if (this.#epoch[source] !== asked[source]) {
        track?.stop()
        continue
      }
      this.#asked.delete(source)
      if (track) this.#take(source, track)
      else this.#events.changed(source, undefined, problems[source])
    }
  }

  async #replace(source: MediaSource, deviceBefore: string): Promise<void> {
    const old = this.#tracks.get(source)
    if (old) this.#forget(source, old)
    await this.#ask([source])
    if (this.#tracks.has(source)) return
    this.#devices[source] = deviceBefore
    await this.#ask([source])
  }

  async #flip(): Promise<void> {
    const old = this.#tracks.get('camera')
    const asked = this.#epoch.camera
    if (old) this.#forget('camera', old)
    const other: Facing = this.#facing === 'user' ? 'environment' : 'user'
    const track = await openFacing(other).catch(() => undefined)
    if (this.#epoch.camera !== asked) track?.stop()
    else if (track) {
      this.#facing = other
      this.#devices.camera = ''
      this.#take('camera', track)
    } else await this.#ask(['camera'])
  }

  #wish(sources: readonly MediaSource[]): Wish {
    return {
      ...(sources.includes('microphone') && { microphone: { deviceId: this.#devices.microphone } }),
      ...(sources.includes('camera') && { camera: { deviceId: this.#devices.camera, facing: this.#facing } }),
    }
  }

  #take(source: MediaSource, track: MediaStreamTrack): void {
    const old = this.#tracks.get(source)
    if (old) this.#forget(source, old)
    this.#tracks.set(source, track)
    if (source === 'camera') this.stream.addTrack(track)
    // Unplugged, or the permission was taken back: never our own stop(), which fires nothing.
    track.onended = () => {
      if (this.#tracks.get(source) !== track) return
      this.#forget(source, track)
      this.#events.changed(source, undefined, 'missing')
    }
    this.#events.changed(source, track, undefined)
  }

  #forget(source: MediaSource, track: MediaStreamTrack): void {
    track.onended = null
    track.stop()
    this.stream.removeTrack(track)
    this.#tracks.delete(source)
  }

  #settle(work: Promise<void>): Promise<void> {
    const before = this.#pending
    this.#pending = Promise.all([before, work]).then(() => undefined)
    return this.#pending
  }
}
