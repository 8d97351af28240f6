/**
 * The three sounds, and a door's own chime (docs/product/specification.md, 7). The caller checks quiet hours, do not disturb and silence.
 */
import { SOUNDS } from '#proto/limits.ts'
import { createStore, type Store } from './store.ts'
import { vibrate } from './vibrate.ts'

export type SoundName = keyof typeof SOUNDS

export type Sounds = {
  readonly play: (name: SoundName) => void
  /** The door's chime, immediately and every 4 s at 70 %, with vibration, until the returned function is called. */
  readonly startRinging: (url?: string) => () => void
  /** The browser refused to play: the page shows "Tap for sound". */
  readonly blocked: Store<boolean>
  /**
   * Tries without a sound whether the browser lets this page play these, and sets `blocked` accordingly. In the handler of a tap it also
   * allows them.
   */
  readonly arm: (urls: readonly string[]) => Promise<void>
  /** Call it in the handler of a tap: allows later sounds, and plays the chime of a live ring immediately. */
  readonly unlock: () => void
  /** Plays the ring once, as loud as a ring. Call it in the handler of a tap. */
  readonly ringOnce: () => Promise<void>
}

/** Firefox lets a player without volume play, and shows by this whether one with volume may. */
function onlyAllowsMuted(): boolean {
  const policy = (navigator as { readonly getAutoplayPolicy?: (type: 'mediaelement') => string }).getAutoplayPolicy?.('mediaelement')
  return policy !== undefined && policy !== 'allowed'
}

const CHIME_EVERY = 4_000
const RING_VOLUME = 0.7

export function createSounds(): Sounds {
  const blocked = createStore(false)
  const players = new Map<string, HTMLAudioElement>()
  let ringing: string | undefined

  function player(url: string): HTMLAudioElement {
    const known = players.get(url)
    if (known) return known
    const made = new Audio(url)
    players.set(url, made)
    return made
  }
  async function start(url: string, volume = 1): Promise<void> {
    const audio = player(url)
    audio.volume = volume
    audio.currentTime = 0
    try {
      await audio.play()
      blocked.set(false)
    } catch (error) {
      if (!(error instanceof DOMException)) return
      if (error.name === 'NotAllowedError') blocked.set(true)
      // A door's own sound is missing or cannot be played: the standard chime plays instead.
      else if (error.name === 'NotSupportedError' && url !== SOUNDS.ring) await start(SOUNDS.ring, volume)
    }
  }
  /** @returns whether the browser refused */
  async function tryWithoutSound(url: string): Promise<boolean> {
    const audio = player(url)
    if (!audio.paused) return false
    audio.volume = 0
    // iPhones ignore the volume: the try would be audible, so only a tap on the control decides.
    if (audio.volume !== 0) return true
    try {
      await audio.play()
      audio.pause()
      return false
    } catch (error) {
      return error instanceof DOMException && error.name === 'NotAllowedError'
    }
  }
  const chime = (url: string) => {
    vibrate('ring')
    const playing = players.get(url)
    // A door's own sound may be longer than the interval.
    if (playing && playing.currentTime > 0 && !playing.paused && !playing.ended) return
    void start(url, RING_VOLUME)
  }
  return {
    blocked,
    play: (name) => void start(SOUNDS[name]),
    startRinging: (url = SOUNDS.ring) => {
      ringing = url
      chime(url)
      const timer = setInterval(() => chime(url), CHIME_EVERY)
      return () => {
        ringing = undefined
        clearInterval(timer)
        for (const played of [url, SOUNDS.ring]) players.get(played)?.pause()
      }
    },
    arm: async (urls) => {
      const refused = await Promise.all([...new Set([SOUNDS.ring, ...urls])].map(tryWithoutSound))
      blocked.set(refused.includes(true) || onlyAllowsMuted())
    },
    ringOnce: () => start(SOUNDS.ring, RING_VOLUME),
    unlock: () => {
      if (!blocked.get()) return
      blocked.set(false)
      if (ringing) chime(ringing)
    },
  }
}
