/**
 * The media of one call on one device, from "prepared while it rings" to the last stopped track. Only this file keeps tracks.
 * Import this file lazily: it contains mediasoup-client.
 */
import type { CallKind, CallView } from '#proto/entities.ts'
import type { MediaEvent, MediaSource } from '#proto/frames/media.ts'
import type { Connection } from '../socket.ts'
import { createStore, type Store } from '../store.ts'
import { CallRepair } from './call-repair.ts'
import { canFlip, listDevices } from './devices.ts'
import { LocalMedia } from './local-media.ts'
import {
  type DeviceList,
  type DeviceProblem,
  INITIAL_MEDIA,
  type MediaState,
  permissionReport,
  qualityOf,
  withLocal,
  withRemote,
} from './media-state.ts'
import type { OpenDevice } from './peer.ts'
import { Playback, showSelf } from './playback.ts'
import { RoomClient } from './room-client.ts'

export type CallSessionDeps = {
  readonly connection: Connection
  readonly activityId: number
  readonly side: 'visitor' | 'resident'
  /** For the resident: after a join the server's call is an audio call, although this page has added its video. */
  readonly videoMissed?: () => void
  /** Replaced in tests. */
  readonly openDevice?: OpenDevice
}

type StartOptions = {
  readonly openDevices?: boolean
  readonly isPress?: boolean
  /** For the resident: takes the call over from another page of this browser. */
  readonly takeOver?: boolean
}

/** The camera first: it takes longest to appear. */
const SOURCES: readonly MediaSource[] = ['camera', 'microphone']

export class CallSession {
  readonly #state = createStore<MediaState>(INITIAL_MEDIA)
  readonly #deps: CallSessionDeps
  readonly #local: LocalMedia
  readonly #playback: Playback
  readonly #room: RoomClient
  readonly #repair: CallRepair
  readonly #unsubscribes: (() => void)[] = []
  readonly #scores = new Map<string, number>()
  readonly #muted = new Set<MediaSource>()
  #kind: CallKind = 'video'
  #permission: ReturnType<typeof permissionReport> | undefined
  /** The kind of call whose devices are opened without a press once this tab has joined as the one that sends. */
  #opensOnceJoined: CallKind | undefined
  #over = false

  static create(deps: CallSessionDeps): CallSession {
    return new CallSession(deps)
  }

  private constructor(deps: CallSessionDeps) {
    this.#deps = deps
    this.#local = new LocalMedia({
      changed: (source, track, problem) => this.#trackChanged(source, track, problem),
      asking: (sources) => this.#asking(sources),
    })
    const prompt = { isOpen: () => this.#local.isAsking, settled: () => this.#local.settled() }
    this.#playback = new Playback(prompt, () => void this.#room.reportShown())
    this.#room = new RoomClient({
      ...deps,
      events: {
        joined: (isNewPeer, kind) => this.#joined(isNewPeer, kind),
        refused: (code, message) => this.#refused(code, message),
        consumersChanged: () => this.#consumersChanged(),
        released: () => this.#released(),
      },
    })
    const { connection } = deps
    this.#repair = new CallRepair({ connection, room: this.#room, changed: (reconnecting) => this.#patch({ reconnecting }) })
    this.#subscribe()
  }

  get state(): Store<MediaState> {
    return this.#state
  }

  /** On `call_prepare`: creates transports, paused consumers, and producers on placeholder tracks until real tracks are open. */
  async prepare(): Promise<void> {
    if (this.#over || this.#room.mode === 'call') return
    await this.#room.join('prepare')
  }

  /**
   * Asks for the devices, in the handler of a tap: the visitor's card while it rings or in the call, "Try Again" after a denial.
   * Takes over from the visitor's other tab. Never throws; failures are in `state.local.*.problem`.
   */
  async openDevices(kind: CallKind): Promise<void> {
    if (this.#over) return
    await Promise.all([this.#deps.side === 'visitor' && this.#room.takeOver(), this.#openSources(kind)])
    this.#sendAll()
  }

  async #openSources(kind: CallKind): Promise<void> {
    await this.#local.open(kind === 'video' ? SOURCES : ['microphone'])
    this.#sendAll()
  }

  /** The visitor's "Turn off" while waiting: stops both tracks. */
  async closeDevices(): Promise<void> {
    for (const source of SOURCES) this.#local.stop(source)
  }

  /**
   * Joins the call. The resident calls it in the handler of the press (devices open immediately; the caller sends `call_response`);
   * the visitor when accepted, with `openDevices: false` if permission was not given before. A press takes over from the visitor's other
   * tab; without one the devices stay closed where another tab sends.
   */
  async start(kind: CallKind, { openDevices = true, isPress = true, takeOver = false }: StartOptions = {}): Promise<void> {
    if (this.#over) return
    this.#kind = kind
    if (kind === 'audio') this.#local.stop('camera')
    if (this.#deps.side === 'visitor' ? isPress : takeOver) void this.#room.takeOver()
    const opened = isPress && openDevices ? this.#openSources(kind) : this.#openIfSending(openDevices ? kind : undefined)
    this.#playback.start()
    this.#patch({ phase: this.#state.get().phase === 'live' ? 'live' : 'joining', failure: undefined })
    await Promise.all([opened, this.#room.join('call')])
    this.#sendAll()
  }

  /**
   * Adds this page's video to an audio call, in the handler of a press; sound and transports stay as they are. A camera that was refused is
   * in `state.local.camera.problem`.
   * @returns whether the camera is open; if not, the call stays an audio call
   */
  async addVideo(): Promise<boolean> {
    if (this.#over) return false
    this.#muted.delete('camera')
    await this.#local.open(['camera'])
    if (this.#over || !this.#local.track('camera')) return false
    this.becomeVideo()
    return true
  }

  /** The audio call has become a video call. */
  becomeVideo(): void {
    this.#kind = 'video'
    this.#sendAll()
  }

  /** Opens the devices of a video call without a press, where that cannot prompt: in the tab that sends. */
  async openPermitted(): Promise<void> {
    if (!this.#over) await this.#openIfSending('video')
  }

  /** The camera could not be opened, and the user continues without it. */
  dismissCameraProblem(): void {
    this.#local.stop('camera')
  }

  async #openIfSending(kind: CallKind | undefined): Promise<void> {
    const { sends } = this.#room
    this.#opensOnceJoined = sends === undefined ? kind : undefined
    if (kind && sends) await this.#openSources(kind)
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
    this.#patch({ silenced })
    this.#applySound()
  }

  /** "Tap to hear": in the handler of a tap. */
  playWithSound(): void {
    this.#playback.playWithSound()
  }

  /** Shows a stream in an element until the returned function is called. `self` is always muted. */
  attach(what: 'remote' | 'self', element: HTMLMediaElement): () => void {
    return what === 'remote' ? this.#playback.attach(element) : showSelf(this.#local.stream, element)
  }

  /** Permanently: stops every track first, then leaves the call. Idempotent. */
  close(): void {
    if (this.#over) return
    this.#over = true
    this.#stopMedia('ended', () => this.#room.close())
    this.#repair.close()
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    this.#playback.close()
  }

  #subscribe(): void {
    const { connection, activityId } = this.#deps
    this.#unsubscribes.push(
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
    this.#repair.socketChanged()
    this.#room.socketChanged()
  }

  #event(event: MediaEvent, epoch: number): void {
    switch (event.kind) {
      case 'peer':
        this.#patch({ remote: { ...this.#state.get().remote, permission: event.permission, lost: event.lost ?? [] } })
        return
      case 'score':
        this.#scores.set(event.consumerId, event.score)
        this.#patch({ quality: qualityOf(this.#scores.values()) })
        return
      case 'sending':
        this.#room.setSends(event.here)
        this.#applySending()
        return
      default:
        if ('consumerId' in event) this.#scores.delete(event.consumerId)
        this.#room.handleEvent(event, epoch)
    }
  }

  #callChanged(call: CallView): void {
    if (!this.#room.mode && this.#state.get().phase !== 'failed') return
    if (call.state === 'ended') {
      if (!this.#waiting()) this.#stopMedia('ended')
      return
    }
    const mine = this.#deps.connection.state.get().sessionId
    const elsewhere = this.#deps.side === 'resident' && call.holder !== null && mine !== undefined && call.holder.session !== mine
    if (elsewhere) this.#stopMedia('elsewhere')
    else this.#room.callMoved(call.epoch)
  }

  /** Transports released by the server: unused for too long while it rings, or taken over by another page of this side in a call. */
  #released(): void {
    if (this.#room.mode === 'call') this.#stopMedia('elsewhere')
    else {
      this.#room.release()
      this.#patch({ phase: 'idle' })
    }
  }

  #joined(isNewPeer: boolean, taken: CallKind | null): void {
    this.#applySending()
    const kind = this.#opensOnceJoined
    this.#opensOnceJoined = undefined
    if (kind && this.#room.sends) void this.#openSources(kind)
    this.#repair.joined(isNewPeer)
    if (this.#permission) this.#room.notify(this.#permission)
    const inCall = this.#room.mode === 'call'
    this.#patch({ phase: inCall ? 'live' : 'prepared', failure: undefined })
    if (inCall) this.#repair.start()
    if (inCall && taken === 'audio' && this.#kind === 'video' && this.#local.track('camera')) this.#deps.videoMissed?.()
  }

  /** Where another tab of the visitor sends, this one stops its devices and its sound. */
  #applySending(): void {
    const sends = this.#room.sends !== false
    this.#patch({ sends })
    if (!sends && !this.#room.takesOver) {
      this.#muted.clear()
      this.#local.close()
      this.#permission = undefined
    }
    this.#applySound()
    this.#sendAll()
  }

  #applySound(): void {
    const { sends, silenced } = this.#state.get()
    this.#playback.setSilenced(silenced || !sends)
  }

  #refused(code: string, message: string | undefined): void {
    if (this.#over) return
    if (code === 'seat_taken') this.#stopMedia('elsewhere')
    else if (this.#waiting()) this.#patch({ phase: 'idle' })
    else this.#patch({ phase: 'failed', failure: { code, message } })
  }

  #consumersChanged(): void {
    const consumed = this.#room.consumedTracks()
    this.#playback.setTracks(consumed.map(({ track }) => track))
    for (const id of [...this.#scores.keys()]) if (!consumed.some((entry) => entry.id === id)) this.#scores.delete(id)
    this.#state.set(withRemote({ ...this.#state.get(), quality: qualityOf(this.#scores.values()) }, consumed))
  }

  #asking(sources: readonly MediaSource[]): void {
    for (const source of sources) this.#state.set(withLocal(this.#state.get(), source, { state: 'asking', problem: undefined }))
    this.#reportPermission('asking')
  }

  #trackChanged(source: MediaSource, track: MediaStreamTrack | undefined, problem: DeviceProblem | undefined): void {
    const off = this.#muted.has(source)
    if (track) track.enabled = !off
    const state = track && !off ? 'on' : off ? 'off' : 'none'
    this.#state.set(withLocal(this.#state.get(), source, { state, problem }))
    if (track || problem) this.#reportPermission(problem === 'denied' && !this.#local.track('microphone') ? 'refused' : 'granted')
    if (source === 'camera' && track) void canFlip(track).then((can) => this.#patchLocal({ canFlip: can, facing: this.#local.facing }))
    this.#send(source)
  }

  #reportPermission(state: 'asking' | 'granted' | 'refused'): void {
    const before = JSON.stringify(this.#permission)
    this.#permission = permissionReport(state, this.#state.get().local)
    if (this.#room.mode && JSON.stringify(this.#permission) !== before) this.#room.notify(this.#permission)
  }

  #sendAll(): void {
    for (const source of SOURCES) this.#send(source)
  }

  /** Applies what a source should send now. */
  #send(source: MediaSource): void {
    if (this.#over) return
    const inCall = this.#room.mode === 'call'
    const track = this.#local.track(source)
    const isUnused = inCall && this.#kind === 'audio' && source === 'camera'
    if (isUnused || this.#room.sends === false) this.#room.setProducer(source, 'closed', false)
    else this.#room.setProducer(source, track && !this.#muted.has(source) ? track : 'paused', !inCall)
  }

  /** Stops this device's media before it leaves. A later `start` (take over, late call back) begins again. */
  #stopMedia(phase: 'ended' | 'elsewhere', leave: () => void = () => this.#room.release()): void {
    this.#local.close()
    this.#repair.stop()
    this.#muted.clear()
    this.#permission = undefined
    this.#playback.setTracks([])
    leave()
    this.#opensOnceJoined = undefined
    this.#patch({ phase, reconnecting: false, needsTapToHear: false, sends: true, remote: INITIAL_MEDIA.remote })
  }

  /** This device has not joined the call. */
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
