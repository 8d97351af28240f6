/** A video element for tests outside a browser: `pause` acts like the system. */

type Used = 'autoplay' | 'muted' | 'pause' | 'play' | 'setAttribute' | 'setSinkId' | 'sinkId' | 'srcObject'

export function fakeElement() {
  const target: EventTarget & Pick<HTMLMediaElement, Used> & { paused: boolean; sinkId: string } = Object.assign(new EventTarget(), {
    autoplay: false,
    muted: false,
    paused: true,
    sinkId: '',
    srcObject: null,
    setAttribute: () => undefined,
    setSinkId: async (id: string) => {
      target.sinkId = id
    },
    play: async () => {
      target.paused = false
    },
    pause: () => {
      target.paused = true
      target.dispatchEvent(new Event('pause'))
    },
  })
  return target as HTMLMediaElement
}
