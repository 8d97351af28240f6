/** This device's own tracks. Nothing else opens or stops them. */
import type { MediaSource } from '#proto/frames/media.ts'
import { createTimers } from '../timers.ts'
import type { DeviceProblem, Facing } from './media-state.ts'
import { isPermitted } from './support.ts'
import { onDevicesBack, type TrackCondition, watchTrack } from './track-watch.ts'
import { type DeviceRequest, openFacing, openUserMedia } from './user-media.ts'

export type LocalMediaEvents = {
  /** A source has another track, or none and the reason. */
  readonly changed: (source: MediaSource, track: MediaStreamTrack | undefined, problem: DeviceProblem | undefined) => void
  readonly asking: (sources: readonly MediaSource[]) => void
}

type OpenTrack = { readonly track: MediaStreamTrack; readonly unwatch: () => void; silent: boolean }

/** A lost device is tried again this often, where that cannot prompt. */
const REOPEN_EVERY = 5_000
/** Reopening takes less, unless it prompts. */
const REOPEN_LATE = 1_500

export class LocalMedia {
  /** The self view: the camera alone. */
  readonly stream = new MediaStream()
  readonly #events: LocalMediaEvents
  readonly #tracks = new Map<MediaSource, OpenTrack>()
  /** Sources that the system took away, and what is said of them. */
  readonly #lost = new Map<MediaSource, DeviceProblem>()
  readonly #devices = { microphone: '', camera: '' }
  /** Counts the stops of a source: a track that was requested before a stop is stopped when it arrives. */
  readonly #epoch = { microphone: 0, camera: 0 }
  readonly #requested = new Set<MediaSource>()
  /** Sources that are being reopened. Usually without a press, so it delays neither sound nor a press. */
  readonly #reopening = new Set<MediaSource>()
  readonly #timers = createTimers()
  #unsubscribe: (() => void) | undefined
  #facing: Facing = 'user'
  #pending: Promise<void> = Promise.resolve()

  constructor(events: LocalMediaEvents) {
    this.#events = events
  }

  get facing(): Facing {
    return this.#facing
  }

  /** The tracks that can be sent: one that the system has muted cannot, so that the other side sees that it sends nothing. */
  track(source: MediaSource): MediaStreamTrack | undefined {
    const open = this.#tracks.get(source)
    return open?.silent ? undefined : open?.track
  }

  /** The browser was asked for a device and has not answered yet. */
  get isAsking(): boolean {
    return this.#requested.size > 0
  }

  /** Resolves when no prompt is open. */
  settled(): Promise<void> {
    return this.#pending
  }

  /** Opens the sources that are neither open nor being requested, with one prompt. */
  open(sources: readonly MediaSource[]): Promise<void> {
    const missing = sources.filter((source) => !this.#tracks.has(source) && !this.#requested.has(source))
    const silent = sources.filter((source) => this.#tracks.get(source)?.silent)
    this.#giveUpReopening(silent)
    const opened = missing.length === 0 ? this.#pending : this.#addPending(this.#ask(missing))
    return silent.length === 0 ? opened : Promise.all([opened, ...silent.map((source) => this.#reopen(source))]).then(() => undefined)
  }

  stop(source: MediaSource): void {
    this.#epoch[source] += 1
    for (const asked of [this.#requested, this.#reopening]) asked.delete(source)
    this.#found(source)
    this.#stopTrack(source)
    if (this.#tracks.size === 0 && this.#lost.size === 0) {
      this.#unsubscribe?.()
      this.#unsubscribe = undefined
    }
    this.#events.changed(source, undefined, undefined)
  }

  /** Switches to another microphone or camera; reopens the old one if that fails. */
  async choose(source: MediaSource, deviceId: string): Promise<void> {
    const before = this.#devices[source]
    this.#devices[source] = deviceId
    if (!this.#tracks.has(source) && !this.#lost.has(source)) return
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
    this.#giveUpReopening(sources)
    this.#events.asking(sources)
    const { current, tracks, problems } = await this.#request(sources, this.#requested)
    for (const source of current) {
      const track = tracks[source]
      if (track) this.#addTrack(source, track)
      else if (this.#isGone(source)) this.#loseAgain(source, problems[source])
      else this.#events.changed(source, undefined, problems[source])
    }
  }

  /** @returns what was opened and what failed; `current`: the sources that were not stopped meanwhile */
  async #request(sources: readonly MediaSource[], asked: Set<MediaSource>) {
    const requestedAt = { ...this.#epoch }
    for (const source of sources) asked.add(source)
    const { tracks, problems } = await openUserMedia(this.#deviceRequest(sources))
    const current = sources.filter((source) => this.#epoch[source] === requestedAt[source])
    for (const source of sources) if (!current.includes(source)) tracks[source]?.stop()
    for (const source of current) asked.delete(source)
    return { current, tracks, problems }
  }

  async #replace(source: MediaSource, deviceBefore: string): Promise<void> {
    this.#stopTrack(source)
    await this.#ask([source])
    if (this.#tracks.has(source)) return
    this.#devices[source] = deviceBefore
    await this.#ask([source])
  }

  async #flip(): Promise<void> {
    this.#giveUpReopening(['camera'])
    const requestedAt = this.#epoch.camera
    this.#stopTrack('camera')
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
    this.#stopTrack(source)
    this.#found(source)
    const unwatch = watchTrack(track, (condition) => this.#conditionChanged(source, condition))
    this.#tracks.set(source, { track, unwatch, silent: false })
    this.#unsubscribe ??= onDevicesBack(() => this.#reopenLost())
    if (source === 'camera') this.stream.addTrack(track)
    this.#events.changed(source, track, undefined)
  }

  /** The system did this, not the user: reopens what can be opened, and reports what cannot. */
  #conditionChanged(source: MediaSource, condition: TrackCondition): void {
    const open = this.#tracks.get(source)
    if (!open) return
    if (condition === 'live') {
      open.silent = false
      this.#found(source)
      this.#events.changed(source, open.track, undefined)
      return
    }
    if (condition === 'ended') {
      this.#stopTrack(source)
      this.#timers.set(`late ${source}`, REOPEN_LATE, () => this.#lose(source, 'lost'))
    } else {
      open.silent = true
      this.#lose(source, 'silent')
    }
    void this.#reopen(source)
  }

  /** A muted track stays until an unmuted one replaces it. */
  async #reopen(source: MediaSource): Promise<void> {
    if (this.#requested.has(source) || this.#reopening.has(source)) return
    const { current, tracks, problems } = await this.#request([source], this.#reopening)
    if (current.length === 0) return
    const track = tracks[source]
    if (track && (!track.muted || !this.#tracks.has(source))) return this.#addTrack(source, track)
    track?.stop()
    const problem = problems[source]
    if (!problem || this.#tracks.has(source)) return
    this.#loseAgain(source, problem)
  }

  /** A press replaces it: a request that hangs without a prompt must not delay the press. */
  #giveUpReopening(sources: readonly MediaSource[]): void {
    for (const source of sources) if (this.#reopening.delete(source)) this.#epoch[source] += 1
  }

  /** Only where it cannot prompt: repeated prompts would disturb the user. */
  async #reopenIfPermitted(source: MediaSource): Promise<void> {
    if ((await isPermitted(source)) && this.#isGone(source)) await this.#reopen(source)
  }

  #reopenLost(): void {
    for (const source of this.#lost.keys()) void this.#reopen(source)
  }

  #lose(source: MediaSource, problem: DeviceProblem): void {
    this.#timers.clear(`late ${source}`)
    if (this.#lost.get(source) === problem) return
    this.#lost.set(source, problem)
    this.#events.changed(source, undefined, problem)
  }

  /** Reported even if nothing has changed, because a prompt may have been open; and retried. */
  #loseAgain(source: MediaSource, problem: DeviceProblem | undefined): void {
    this.#lost.delete(source)
    this.#lose(source, problem === 'denied' || problem === 'taken' ? problem : 'lost')
    this.#timers.set(`again ${source}`, REOPEN_EVERY, () => void this.#reopenIfPermitted(source))
  }

  /** The system took it away, and no track has replaced it. */
  #isGone(source: MediaSource): boolean {
    return this.#lost.has(source) || this.#timers.has(`late ${source}`)
  }

  #found(source: MediaSource): void {
    this.#lost.delete(source)
    for (const name of ['late', 'again']) this.#timers.clear(`${name} ${source}`)
  }

  #stopTrack(source: MediaSource): void {
    const open = this.#tracks.get(source)
    if (!open) return
    open.unwatch()
    open.track.stop()
    this.stream.removeTrack(open.track)
    this.#tracks.delete(source)
  }

  #addPending(work: Promise<void>): Promise<void> {
    const before = this.#pending
    this.#pending = Promise.all([before, work]).then(() => undefined)
    return this.#pending
  }
}
