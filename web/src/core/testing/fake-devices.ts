/** Microphones and cameras for tests outside a browser: `getUserMedia`'s tracks, and the system's actions on them. */

export class FakeTrack extends EventTarget {
  readonly kind: 'audio' | 'video'
  readyState: MediaStreamTrackState = 'live'
  muted = false
  enabled = true
  constructor(kind: 'audio' | 'video') {
    super()
    this.kind = kind
  }
  getSettings = (): MediaTrackSettings => ({})
  stop(): void {
    this.readyState = 'ended'
  }
  /** The device is unplugged. */
  end(): void {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }
  /** The system mutes or unmutes it. */
  mute(muted: boolean): void {
    this.muted = muted
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
  }
}

class FakeStream {
  readonly #tracks = new Set<FakeTrack>()
  constructor(tracks: readonly FakeTrack[] = []) {
    for (const track of tracks) this.#tracks.add(track)
  }
  addTrack = (track: FakeTrack) => void this.#tracks.add(track)
  removeTrack = (track: FakeTrack) => void this.#tracks.delete(track)
  getTracks = () => [...this.#tracks]
  getAudioTracks = () => this.getTracks().filter(({ kind }) => kind === 'audio')
  getVideoTracks = () => this.getTracks().filter(({ kind }) => kind === 'video')
}

/**
 * Replaces the browser's devices. `opened`: all tracks so far; `listed`: their ids; `permission`: the remembered one. The next
 * requests fail with the error `fail`; those made while `hangs` settle with `release`, if ever.
 */
export function fakeDevices() {
  const opened: FakeTrack[] = []
  const held = Promise.withResolvers<void>()
  const state = {
    opened,
    fail: undefined as string | undefined,
    hangs: false,
    requests: 0,
    listed: [] as readonly string[],
    permission: 'granted' as PermissionState,
  }
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => state.listed.map((deviceId) => ({ deviceId })),
    getUserMedia: async ({ audio, video }: MediaStreamConstraints) => {
      state.requests += 1
      if (state.hangs) await held.promise
      if (state.fail) throw Object.assign(new Error(), { name: state.fail })
      const tracks = [...(audio ? [new FakeTrack('audio')] : []), ...(video ? [new FakeTrack('video')] : [])]
      opened.push(...tracks)
      return new FakeStream(tracks)
    },
  })
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  Object.defineProperty(navigator, 'permissions', { value: { query: async () => ({ state: state.permission }) }, configurable: true })
  Object.defineProperty(globalThis, 'MediaStream', { value: FakeStream, configurable: true })
  return Object.assign(state, { plug: () => mediaDevices.dispatchEvent(new Event('devicechange')), release: held.resolve })
}
