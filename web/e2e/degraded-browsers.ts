/** Init scripts that simulate limited browsers by patching the browser's own interfaces before the page's scripts run. */

declare global {
  interface Window {
    /** Set after the first tap on "Tap to hear"; sound is allowed from then on. */
    tapped: boolean
    /** Answers the question of `asksForDevices`. */
    promptAnswered: () => void
  }
}

/** Refuses to play a stream with sound before a tap on "Tap to hear" (Safari after a reload, low power mode). */
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

/** Firefox on Android, Safari: no speaker selection. */
export function hasNoSpeakerChoice(): void {
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId')
}

/** Reports every score of the other side's media as bad. */
export function receivesWeakScores(): void {
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

/** A phone with a front and a rear camera. `broken`: the rear camera cannot be opened. */
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

/** The prompt for camera and microphone stays open until `promptAnswered` is called. */
export function asksForDevices(): void {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  const answered = new Promise<void>((resolve) => {
    window.promptAnswered = resolve
  })
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    await answered
    return open(constraints)
  }
}

/** An in-app browser, which gives pages no camera. */
export function hasNoCamera(): void {
  Object.defineProperty(Navigator.prototype, 'mediaDevices', { configurable: true, get: () => undefined })
}

/** `navigator.cookieEnabled` is false, as in browsers that block all cookies, but not where a proxy or an extension drops them. */
export function saysThatCookiesAreOff(): void {
  Object.defineProperty(navigator, 'cookieEnabled', { value: false })
}

/** A browser that refuses storage to pages, as with blocked cookies. */
export function hasNoStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError')
      },
    })
}
