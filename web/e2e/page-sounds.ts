/** Init scripts for tests of what a page plays aloud. A request says nothing: pages try without a sound whether they may play. */
declare global {
  interface Window {
    /** What was played aloud: path and volume. */
    played: string[]
  }
}

/** From now on the page notes what it plays aloud. */
export function notesSounds(): void {
  window.played = []
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (this.src && this.volume > 0) window.played.push(`${new URL(this.src).pathname} ${this.volume}`)
    return play.call(this)
  }
}

/** The page may sound once it was pressed, as in browsers, whatever the driver of the test has done. Add it after `notesSounds`. */
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
