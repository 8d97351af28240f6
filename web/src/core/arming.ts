/**
 * Whether this page can play ring sounds. Browsers keep a page silent until it is touched; each page has to try, because no
 * browser has an API for it.
 */
import type { Sounds } from './sounds.ts'
import { createStore, type Store } from './store.ts'

/** `unknown` until the first try has ended. */
export type ArmedState = 'unknown' | 'armed' | 'muted'

export type Arming = {
  readonly state: Store<ArmedState>
  /** Tries now, and at each touch until the page may sound. @returns the function that stops */
  readonly start: () => () => void
  /** Plays the ring once: call it in the handler of a tap, which allows the page to sound. */
  readonly ringOnce: () => Promise<void>
}

const TOUCHES = ['click', 'keydown'] as const

/** @param page receives touches; none without a window (tests) */
export function createArming(
  sounds: Pick<Sounds, 'arm' | 'blocked' | 'ringOnce'>,
  page: EventTarget | undefined = typeof window === 'undefined' ? undefined : window,
): Arming {
  const state = createStore<ArmedState>('unknown')
  const read = () => state.set(sounds.blocked.get() ? 'muted' : 'armed')
  const probe = () => sounds.arm([]).then(read)
  const onTouch = () => {
    if (state.get() !== 'armed') void probe()
  }
  return {
    state,
    start: () => {
      for (const name of TOUCHES) page?.addEventListener(name, onTouch)
      // A ring that the browser refused to play, later.
      const stopReading = sounds.blocked.subscribe(read)
      void probe()
      return () => {
        for (const name of TOUCHES) page?.removeEventListener(name, onTouch)
        stopReading()
      }
    },
    ringOnce: () => sounds.ringOnce().then(read),
  }
}
