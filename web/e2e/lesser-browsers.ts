/** Browsers that refuse or lack something, made of this one: each runs in the page before its own scripts, at the browser's own interfaces. */

declare global {
  interface Window {
    /** A person has tapped: sound is allowed from here on. */
    tapped: boolean
  }
}

/** Plays no stream with sound before a tap on the page that speaks of hearing (Safari after a reload, low power mode). */
export function refusesSound(): void {
  window.tapped = false
  document.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && /Tap to hear/.test(target.closest('button')?.textContent ?? '')) window.tapped = true
    },
    { capture: true },
  )
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!this.srcObject || this.muted || window.tapped) return play.call(this)
    return Promise.reject(new DOMException('play() failed because the user did not interact with the document first.', 'NotAllowedError'))
  }
}

/** Firefox on Android, Safari: no choice of speakers. */
export function hasNoSpeakerChoice(): void {
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId')
}

/** Every score of the other side's media is told as a bad one. */
export function hearsWeakScores(): void {
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')
  if (!data?.get) return
  const read = data.get
  Object.defineProperty(MessageEvent.prototype, 'data', {
    ...data,
    get(this: MessageEvent) {
      const value: unknown = read.call(this)
      const isScore = typeof value === 'string' && value.includes('"kind":"score"')
      return isScore ? value.replace(/"score":\d+/, '"score":2') : value
    },
  })
}

/** A phone: one camera on each side. `broken`: the one behind cannot be opened. */
export function hasTwoCameras(behind: 'works' | 'broken'): void {
  const facing = new WeakMap<MediaStreamTrack, string>()
  const settings = MediaStreamTrack.prototype.getSettings
  MediaStreamTrack.prototype.getSettings = function (this: MediaStreamTrack) {
    const side = facing.get(this)
    return { ...settings.call(this), ...(side && { facingMode: side }) }
  }
  const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices)
  navigator.mediaDevices.enumerateDevices = async () => {
    const devices = await list()
    return [...devices, ...devices.filter(({ kind }) => kind === 'videoinput').slice(0, 1)]
  }
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (constraints = {}) => {
    const { video } = constraints
    if (typeof video !== 'object' || !video.facingMode) return open(constraints)
    const { facingMode, ...rest } = video
    const side = JSON.stringify(facingMode).includes('environment') ? 'environment' : 'user'
    if (side === 'environment' && behind === 'broken') throw new DOMException('Could not start video source', 'NotReadableError')
    const stream = await open({ ...constraints, video: rest })
    for (const track of stream.getVideoTracks()) facing.set(track, side)
    return stream
  }
}

/** A browser inside another app: it opens pages, but gives them no camera. */
export function hasNoCamera(): void {
  Object.defineProperty(Navigator.prototype, 'mediaDevices', { configurable: true, get: () => undefined })
}
