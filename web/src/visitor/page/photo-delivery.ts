/** Sends the photo of a ring, with retries while it rings, and immediately after a reconnect. */
import { isRefusal } from '../../core/api-error.ts'
import { createStore, type Store } from '../../core/store.ts'

export type PhotoDelivery = {
  /** `failed`: it was refused, or the ring was over before it arrived. */
  readonly state: Store<'none' | 'sending' | 'failed'>
  /** Replaces the photo that is being sent. */
  readonly send: (photo: Photo) => Promise<void>
  /** The photo, or its ring, is another one. */
  readonly stop: () => void
}

type Photo = {
  readonly upload: () => Promise<void>
  /** While true it is retried without limit. */
  readonly isRinging: () => boolean
}

/** After the ring is over. */
const TRIES = 3
const FIRST_PAUSE = 1_500
const LONGEST_PAUSE = 12_000

/** @param onConnected calls the listener after each reconnect @returns its unsubscribe function */
export function createPhotoDelivery(onConnected: (listener: () => void) => () => void): PhotoDelivery {
  const state = createStore<'none' | 'sending' | 'failed'>('none')
  let newest = 0

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        unsubscribe()
        resolve()
      }
      const timer = setTimeout(end, ms)
      const unsubscribe = onConnected(end)
    })
  }

  async function send({ upload, isRinging }: Photo): Promise<void> {
    newest += 1
    const own = newest
    state.set('sending')
    let afterRing = 0
    for (let tried = 1; own === newest; tried++) {
      try {
        await upload()
        return own === newest ? state.set('none') : undefined
      } catch (error) {
        if (own !== newest) return
        if (!isRinging()) afterRing += 1
        if (isRefusal(error) || afterRing >= TRIES) return state.set('failed')
      }
      await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** ((afterRing || tried) - 1)))
    }
  }

  return {
    state,
    send,
    stop: () => {
      newest += 1
      state.set('none')
    },
  }
}
