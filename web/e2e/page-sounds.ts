/**
 * Init scripts for tests of what a page plays aloud. Requests for sound files prove nothing, because pages play a silent sound to find out
 * whether they may play.
 */
declare global {
  interface Window {
    /** What was played aloud: path and volume. */
    played: string[]
  }
}

/** The page records what it plays aloud. */
export function notesSounds(): void {
  window.played = []
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (this.src && this.volume > 0) window.played.push(`${new URL(this.src).pathname} ${this.volume}`)
    return play.call(this)
  }
}

/** The page may play sound only after a press in it, as in browsers, whatever the test driver did before. Add it after `notesSounds`. */
export function silentUntilPressed(): void {
  let pressed = false
  window.addEventListener(
    'pointerdown',
    () => {
      pressed = true
    },
    { capture: true },
  )
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    return pressed ? play.call(this) : Promise.reject(new DOMException('nobody has touched this page', 'NotAllowedError'))
  }
}
