/** Plays the other side's sound and picture in the page's elements, within the browsers' autoplay rules. */
import { createStore, type Store } from '../store.ts'
import { onDevicesBack } from './track-watch.ts'

/** An element that is paused while it gets another stream starts by itself. */
const PLAY_AGAIN_AFTER = 500
/** Paused again this soon, it may not sound without a tap. */
const PAUSED_AGAIN_WITHIN = 2_000

/** The browser's permission prompt. `settled` resolves when none is open. */
export type Prompt = { readonly isOpen: () => boolean; readonly settled: () => Promise<void> }

/**
 * The picture starts immediately, muted: no browser refuses that. Sound starts with the call and after getUserMedia has settled, because an
 * open prompt would stop it.
 */
export class Playback {
  readonly #remote = new MediaStream()
  readonly #needsTap = createStore(false)
  readonly #elements = new Set<HTMLMediaElement>()
  readonly #unsubscribe: () => void
  readonly #prompt: Prompt
  #shown: (() => void) | undefined
  #withSound = false
  #silenced = false
  #speaker = ''

  /** @param shown called once, when an element plays the first picture or sound of the call */
  constructor(prompt: Prompt, shown: () => void) {
    this.#prompt = prompt
    this.#shown = shown
    this.#unsubscribe = onDevicesBack(() => void this.#resume())
  }

  /** "Tap to hear". */
  get needsTap(): Store<boolean> {
    return this.#needsTap
  }

  /** Replaces the played tracks; elements keep their last frame until another comes. */
  setTracks(tracks: readonly MediaStreamTrack[]): void {
    for (const old of this.#remote.getTracks()) if (!tracks.includes(old)) this.#remote.removeTrack(old)
    for (const track of tracks) this.#remote.addTrack(track)
    for (const element of this.#elements) void this.#play(element)
  }

  attach(element: HTMLMediaElement): () => void {
    this.#elements.add(element)
    element.setAttribute('playsinline', '')
    element.autoplay = false
    element.muted = true
    element.srcObject = this.#remote
    void this.#applySpeaker(element).catch(() => undefined)
    void this.#play(element)
    // No control here pauses a call: the system did, by a key of a headset, another program's sound, or a separate window for the
    // picture.
    let againAt = Number.NEGATIVE_INFINITY
    const playAgain = () => {
      if (!element.paused || !this.#elements.has(element)) return
      const isRefused = performance.now() - againAt < PAUSED_AGAIN_WITHIN
      againAt = performance.now()
      void (isRefused && this.#withSound ? this.#playMuted(element) : this.#play(element))
    }
    const paused = () => setTimeout(playAgain, PLAY_AGAIN_AFTER)
    element.addEventListener('pause', paused)
    return () => {
      element.removeEventListener('pause', paused)
      this.#elements.delete(element)
      element.srcObject = null
    }
  }

  /** The call starts: elements that played muted get sound. In the handler of a press, where there is one. */
  start(): void {
    this.#withSound = true
    for (const element of this.#elements) void this.#play(element)
  }

  /** "Tap to hear": in the handler of a tap. */
  playWithSound(): void {
    this.#needsTap.set(false)
    for (const element of this.#elements) {
      element.muted = this.#silenced
      void element.play().catch(() => this.#needsTap.set(true))
    }
  }

  setSilenced(silenced: boolean): void {
    if (this.#silenced === silenced) return
    this.#silenced = silenced
    if (!this.#withSound) return
    for (const element of this.#elements) {
      if (silenced) element.muted = true
      // A browser that refuses sound pauses an element that is unmuted without a press.
      else void this.#play(element)
    }
  }

  /** @throws DOMException when the speaker is missing or not allowed. */
  async setSpeaker(id: string): Promise<void> {
    this.#speaker = id
    await Promise.all([...this.#elements].map((element) => this.#applySpeaker(element)))
  }

  close(): void {
    this.#unsubscribe()
    this.setTracks([])
    for (const element of this.#elements) element.srcObject = null
    this.#elements.clear()
  }

  /**
   * The page is shown again, or the list of devices has changed: paused elements play again, and a missing speaker is replaced by the
   * default one until it is back.
   */
  async #resume(): Promise<void> {
    const devices = this.#speaker ? await navigator.mediaDevices.enumerateDevices().catch(() => []) : []
    const isGone = devices.length > 0 && !devices.some(({ deviceId }) => deviceId === this.#speaker)
    for (const element of this.#elements) {
      if (devices.length > 0) await this.#applySpeaker(element, isGone ? '' : this.#speaker).catch(() => undefined)
      if (element.paused) void this.#play(element)
    }
  }

  async #applySpeaker(element: HTMLMediaElement, speaker = this.#speaker): Promise<void> {
    if ('setSinkId' in element && element.sinkId !== speaker) await element.setSinkId(speaker)
  }

  async #play(element: HTMLMediaElement): Promise<void> {
    if (this.#remote.getTracks().length === 0) return
    // An element that plays with sound is left alone while a camera is opened in the call.
    const isSounding = !element.paused && !element.muted
    if (!this.#withSound || (this.#prompt.isOpen() && !isSounding)) showSilently(element)
    await this.#prompt.settled()
    if (!this.#withSound || !this.#elements.has(element)) return
    element.muted = this.#silenced
    try {
      await element.play()
      this.#shown?.()
      this.#shown = undefined
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError' && !element.muted) await this.#playMuted(element)
    }
  }

  /** The browser refused sound: plays muted, and the page shows "Tap to hear". */
  async #playMuted(element: HTMLMediaElement): Promise<void> {
    element.muted = true
    this.#needsTap.set(true)
    await element.play().catch(() => undefined)
  }
}

function showSilently(element: HTMLMediaElement): void {
  element.muted = true
  void element.play().catch(() => undefined)
}

/** The self view: muted, always. @returns the detach function. */
export function showSelf(stream: MediaStream, element: HTMLMediaElement): () => void {
  element.setAttribute('playsinline', '')
  element.muted = true
  element.srcObject = stream
  const play = () => void element.play().catch(() => undefined)
  stream.addEventListener('addtrack', play)
  element.addEventListener('pause', play)
  play()
  return () => {
    stream.removeEventListener('addtrack', play)
    element.removeEventListener('pause', play)
    element.srcObject = null
  }
}
