/**
 * The call's controls fade while they are not used, so that they do not cover the video. They stay in the page for the
 * keyboard and for screen readers.
 */

const FADES_AFTER_MS = 4_000

type Press = Pick<PointerEvent, 'pointerType' | 'width' | 'height' | 'pressure' | 'detail'>

/** Whether a screen reader makes the press: it does not see that the controls have faded. */
export const isVirtualPress = ({ pointerType, width, height, pressure, detail }: Press): boolean =>
  (width === 0 && height === 0) || (pointerType === 'mouse' && width === 1 && height === 1 && pressure === 0 && detail === 0)

export type Fading = {
  /** A pointer, a key or the focus moved, or new content appeared. */
  readonly used: () => void
  /** A pointer goes down somewhere. */
  readonly pressed: (press: Press) => void
  /** @returns whether the following click is ignored, because its press only showed the controls */
  readonly isOnlyShowing: () => boolean
  readonly close: () => void
}

/**
 * @param changed called with whether the controls are shown; they are at first
 * @param mayFade called when the time is over, and again later if it returns false
 */
export function createFading(changed: (isShown: boolean) => void, mayFade: () => boolean): Fading {
  let isShown = true
  let onlyShows = false
  let timer: ReturnType<typeof setTimeout>

  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(fade, FADES_AFTER_MS)
  }
  function fade(): void {
    isShown = !mayFade()
    if (isShown) wait()
    else changed(false)
  }
  function used(): void {
    wait()
    if (isShown) return
    isShown = true
    changed(true)
  }
  wait()
  return {
    used,
    pressed: (press) => {
      onlyShows = !isShown && !isVirtualPress(press)
      used()
    },
    isOnlyShowing: () => {
      const is = onlyShows
      onlyShows = false
      return is
    },
    close: () => clearTimeout(timer),
  }
}
