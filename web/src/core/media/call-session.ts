/**
 * The media of one call on one device, from "prepared while it rings" to the last stopped track. The only place that holds tracks.
 * Import this file lazily: it carries mediasoup-client.
 */
import type { CallKind, CallView } from '#proto/entities.ts'
import type { MediaEvent, MediaSource } from '#proto/frames/media.ts'
import type { Connection } from '../socket.ts'
import { createStore, type Store } from '../store.ts'
import { createTimers } from '../timers.ts'
import { canFlip, listDevices } from './devices.ts'
import { Joint } from './joint.ts'
import { LocalMedia } from './local-media.ts'
import {
  type DeviceList,
  type DeviceProblem,
  INITIAL_MEDIA,
  type LocalTrack,
  type MediaState,
  qualityOf,
  withLocal,
  withRemote,
} from './media-state.ts'
import { Playback, showSelf } from './playback.ts'
import { healthy, nextStep } from './recovery.ts'

export type CallSessionParts = {
  readonly connection: Connection
  readonly activityId: number
  readonly side: 'visitor' | 'resident'
}

const TICK = 1_000
/** The picture first: it is what takes longest to be seen. */
const SOURCES: readonly MediaSource[] = ['camera', 'microphone']

export class CallSession {
  readonly #state = createStore<MediaState>(INITIAL_MEDIA)
  readonly #parts: CallSessionParts
  readonly #timers = createTimers()
  readonly #local: LocalMedia
  readonly #playback: Playback
  readonly #joint: Joint
  readonly #leave: (() => void)[] = []
  readonly #scores = new Map<string, number>()
  readonly #muted = new Set<MediaSource>()
  #kind: CallKind = 'video'
  #recovery = healthy(0)
  #bytes = { count: 0, at: 0 }
  #permission: 'asking' | 'granted' | 'refused' | undefined
  #over = false

  static create(parts: CallSessionParts): CallSession {
    return new CallSession(parts)
  }

  private constructor(parts: CallSessionParts) {
    this.#parts = parts
    this.#local = new LocalMedia({
      changed: (source, track, problem) => this.#trackChanged(source, track, problem),
      asking: (sources) => this.#asking(sources),
    })
    this.#playback = new Playback({ isOpen: () => this.#local.isAsking, settled: () => this.#local.settled() })
    this.#joint = new Joint({
      ...parts,
      events: {
        joined: (newLink) => this.#joined(newLink),
        refused: (code, message) => this.#refused(code, message),
        heard: () => this.#heardChanged(),
      },
    })
    this.#listen()
  }

  get state(): Store<MediaState> {
    return this.#state
  }

  /** On `call_prepare`: transports and paused consumers, on placeholder tracks until there are real ones (the visitor's, if opened). */
  async prepare(): Promise<void> {
    if (this.#over || this.#joint.mode === 'call') return
    await this.#joint.want('prepare')
  }

  /**
   * Asks for the devices, in the handler of a tap: the visitor's card while it rings or in the call, "Try Again" after a refusal.
   * Never throws; what could not be had stands in `state.local.*.problem`.
   */
  async openDevices(kind: CallKind): Promise<void> {
    if (this.#over) return
    await this.#local.open(kind === 'video' ? SOURCES : ['microphone'])
    this.#sendAll()
  }

  /** The visitor's "Turn off" while waiting: stops both tracks. */
  async closeDevices(): Promise<void> {
    for (const source of SOURCES) this.#local.stop(source)
  }

  /**
   * Joins the call. The resident calls it in the handler of the press (devices open at once, `call_response` is the caller's to send);
   * the visitor when accepted, with `openDevices: false` where permission was not given before.
   */
  async start(kind: CallKind, { openDevices = true }: { readonly openDevices?: boolean } = {}): Promise<void> {
    if (this.#over) return
    this.#kind = kind
    if (kind === 'audio') this.#local.stop('camera')
    const opened = openDevices ? this.openDevices(kind) : Promise.resolve()
    this.#playback.start()
    this.#patch({ phase: this.#state.get().phase === 'live' ? 'live' : 'joining', failure: undefined })
    await Promise.all([opened, this.#joint.want('call')])
    this.#sendAll()
  }

  /** Mute, camera off and on again. Camera off stops its track (its light goes out). */
  async setOn(source: MediaSource, on: boolean): Promise<void> {
    if (on) this.#muted.delete(source)
    else this.#muted.add(source)
    if (source === 'camera' && !on) this.#local.stop('camera')
    else if (on) await this.#local.open([source])
    const track = this.#local.track(source)
    if (track) this.#trackChanged(source, track, undefined)
  }

  /** The other camera of a phone; reopens the old one where there is none. */
  async flip(): Promise<void> {
    await this.#local.flip()
  }

  async listDevices(): Promise<DeviceList> {
    return listDevices()
  }

  /** @param device  an id from `listDevices` */
  async choose(what: 'microphone' | 'camera' | 'speaker', device: string): Promise<void> {
    if (what === 'speaker') await this.#playback.setSpeaker(device)
    else await this.#local.choose(what, device)
    this.#patch({ chosen: { ...this.#state.get().chosen, [what]: device } })
  }

  /** Silences or unsilences the other side: the speaker button where there is no setSinkId. */
  setSilenced(silenced: boolean): void {
    this.#playback.setSilenced(silenced)
    this.#patch({ silenced })
  }

  /** "Tap to hear": in the handler of a tap. */
  hear(): void {
    this.#playback.hear()
  }

  /** Shows a stream in an element until the returned function is called. `self` is always muted. */
  attach(what: 'remote' | 'self', element: HTMLMediaElement): () => void {
    return what === 'remote' ? this.#playback.attach(element) : showSelf(this.#local.stream, element)
  }

  /** For good: stops every track first, then tells the house. Idempotent. */
  close(): void {
    if (this.#over) return
    this.#over = true
    this.#rest('ended', () => this.#joint.close())
    for (const leave of this.#leave) leave()
    this.#playback.close()
  }

  #listen(): void {
    const { connection, activityId } = this.#parts
    this.#leave.push(
      connection.on('media_event', (frame) => {
        if (frame.activityId === activityId) this.#event(frame.event, frame.epoch)
      }),
      connection.on('call_state', ({ call }) => {
        if (call.activityId === activityId) this.#callChanged(call)
      }),
      connection.state.subscribe(() => this.#socketChanged()),
      this.#playback.needsTap.subscribe(() => this.#patch({ needsTapToHear: this.#playback.needsTap.get() })),
    )
  }

  #socketChanged(): void {
    this.#joint.socketChanged()
    if (this.#isOffline() && this.#timers.has('tick')) this.#patch({ reconnecting: true })
  }

  /** The browser's word, seconds before the media are missed. */
  #isOffline(): boolean {
    return !this.#parts.connection.state.get().online
  }

  #event(event: MediaEvent, epoch: number): void {
    switch (event.kind) {
      case 'peer':
        this.#patch({ remote: { ...this.#state.get().remote, permission: event.permission } })
        return
      case 'score':
        this.#scores.set(event.consumerId, event.score)
        this.#patch({ quality: qualityOf(this.#scores.values()) })
        return
      case 'released':
        this.#released(epoch)
        return
      default:
        if (event.kind !== 'consumer_new') this.#scores.delete(event.consumerId)
        this.#joint.hear(event, epoch)
    }
  }

  #callChanged(call: CallView): void {
    if (!this.#joint.mode && this.#state.get().phase !== 'failed') return
    if (call.state === 'ended') {
      if (!this.#waiting()) this.#rest('ended')
      return
    }
    const mine = this.#parts.connection.state.get().sessionId
    const elsewhere = this.#parts.side === 'resident' && call.holder !== null && mine !== undefined && call.holder.session !== mine
    if (elsewhere) this.#rest('elsewhere')
    else this.#joint.callMoved(call.epoch)
  }

  /** Cold while it rings, taken over by another page of this side in a call. */
  #released(epoch: number): void {
    if (!this.#joint.holds(epoch)) return
    if (this.#joint.mode === 'call') this.#rest('elsewhere')
    else {
      this.#joint.drop()
      this.#patch({ phase: 'idle' })
    }
  }

  #joined(newLink: boolean): void {
    this.#sendAll()
    // It gets its time to connect before the next repair.
    if (newLink) this.#recovery = { ...this.#recovery, rejoinedAt: Date.now() }
    if (this.#permission) this.#joint.tell({ op: 'permission', state: this.#permission })
    const inCall = this.#joint.mode === 'call'
    this.#patch({ phase: inCall ? 'live' : 'prepared', failure: undefined })
    if (inCall && !this.#timers.has('tick')) {
      this.#recovery = healthy(Date.now())
      this.#bytes = { count: 0, at: Date.now() }
      this.#tick()
    }
  }

  #refused(code: string, message: string): void {
    if (this.#over) return
    if (code === 'seat_taken') this.#rest('elsewhere')
    else if (this.#waiting()) this.#patch({ phase: 'idle' })
    else this.#patch({ phase: 'failed', failure: { code, message } })
  }

  #heardChanged(): void {
    const heard = this.#joint.incoming()
    this.#playback.setTracks(heard.map(({ track }) => track))
    for (const id of [...this.#scores.keys()]) if (!heard.some((entry) => entry.id === id)) this.#scores.delete(id)
    this.#state.set(withRemote({ ...this.#state.get(), quality: qualityOf(this.#scores.values()) }, heard))
  }

  #asking(sources: readonly MediaSource[]): void {
    for (const source of sources) this.#state.set(withLocal(this.#state.get(), source, { state: 'asking', problem: undefined }))
    this.#say('asking')
  }

  #trackChanged(source: MediaSource, track: MediaStreamTrack | undefined, problem: DeviceProblem | undefined): void {
    const off = this.#muted.has(source)
    if (track) track.enabled = !off
    const state: LocalTrack['state'] = track && !off ? 'on' : off ? 'off' : 'none'
    this.#state.set(withLocal(this.#state.get(), source, { state, problem }))
    if (track || problem) this.#say(problem === 'denied' && !this.#local.track('microphone') ? 'refused' : 'granted')
    if (source === 'camera' && track) void canFlip(track).then((can) => this.#patchLocal({ canFlip: can, facing: this.#local.facing }))
    this.#send(source)
  }

  #say(permission: 'asking' | 'granted' | 'refused'): void {
    if (this.#permission === permission) return
    this.#permission = permission
    if (this.#joint.mode) this.#joint.tell({ op: 'permission', state: permission })
  }

  #sendAll(): void {
    for (const source of SOURCES) this.#send(source)
  }

  /** What the house should get of a source now. */
  #send(source: MediaSource): void {
    if (this.#over) return
    const inCall = this.#joint.mode === 'call'
    const track = this.#local.track(source)
    if (inCall && this.#kind === 'audio' && source === 'camera') this.#joint.send(source, 'dropped', false)
    else this.#joint.send(source, track && !this.#muted.has(source) ? track : 'held', !inCall)
  }

  #tick(): void {
    this.#timers.set('tick', TICK, () => {
      this.#tick()
      void this.#check()
    })
  }

  async #check(): Promise<void> {
    const link = this.#joint.link
    const count = link ? await link.bytesReceived().catch(() => this.#bytes.count) : 0
    const now = Date.now()
    if (count !== this.#bytes.count || !link?.expecting) this.#bytes = { count, at: now }
    const step = nextStep(this.#recovery, {
      now,
      socketUp: this.#parts.connection.state.get().registered,
      linkUp: link?.connected ?? false,
      linkFailed: link?.failed ?? false,
      mediaFlows: now - this.#bytes.at < 2 * TICK,
    })
    if (this.#over) return
    this.#recovery = step.recovery
    this.#patch({ reconnecting: step.reconnecting || this.#isOffline() })
    if (step.action === 'probe') this.#parts.connection.probe()
    if (step.action === 'restart-ice') void link?.restartIce().catch(() => undefined)
    if (step.action === 'rejoin') void this.#joint.rejoin()
  }

  /** Everything of this device stops before anybody is told. A later `start` (take over, late call back) begins anew. */
  #rest(phase: 'ended' | 'elsewhere', leave: () => void = () => this.#joint.drop()): void {
    this.#local.close()
    this.#timers.clearAll()
    this.#muted.clear()
    this.#permission = undefined
    this.#playback.setTracks([])
    leave()
    this.#patch({ phase, reconnecting: false, needsTapToHear: false, remote: INITIAL_MEDIA.remote })
  }

  /** Not answered yet, as far as this device is concerned. */
  #waiting(): boolean {
    const { phase } = this.#state.get()
    return phase === 'idle' || phase === 'prepared'
  }

  #patchLocal(change: Partial<MediaState['local']>): void {
    this.#patch({ local: { ...this.#state.get().local, ...change } })
  }

  #patch(change: Partial<MediaState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}
