/** Observes a page from inside: the steps from the press to the first frame, with their times. */

/** A step and its time in milliseconds since the epoch, comparable between pages of one machine. */
export type Mark = readonly [name: string, at: number]

declare global {
  interface Window {
    bench: { marks: Mark[]; lastRequest: number }
  }
}

/** Runs in the page before its own scripts. */
export function probe(): void {
  window.bench = { marks: [], lastRequest: 0 }
  const { bench } = window
  const now = () => performance.timeOrigin + performance.now()
  const mark = (name: string, at = now()) => bench.marks.push([name, at])

  function watchPress(): void {
    const press = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (/Video Call/.test(button?.textContent ?? button?.ariaLabel ?? '')) mark('press', performance.timeOrigin + event.timeStamp)
    }
    document.addEventListener('click', press, { capture: true })
  }

  function watchDevices(): void {
    const native = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      mark('devices asked')
      const stream = await native(constraints)
      mark('devices')
      return stream
    }
  }

  function watchSocket(): void {
    const nameOf = (data: unknown): string => {
      if (typeof data !== 'string') return ''
      const frame = JSON.parse(data)
      const op = frame.request?.op ?? frame.op ?? frame.event?.kind ?? frame.call?.state
      return `${frame.type}${op ? ` ${op}` : ''}`
    }
    window.WebSocket = new Proxy(window.WebSocket, {
      construct(target, args) {
        const socket = new target(...(args as ConstructorParameters<typeof WebSocket>))
        socket.addEventListener('message', ({ data }) => mark(`in ${nameOf(data)}`))
        const send = socket.send.bind(socket)
        socket.send = (data) => {
          const name = nameOf(data)
          if (name.startsWith('media_request')) bench.lastRequest = now()
          mark(`out ${name}`)
          send(data)
        }
        return socket
      },
    })
  }

  function watchRemote(): void {
    const remote = new Set<string>()
    window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
      construct(target, args) {
        const connection = new target(...(args as ConstructorParameters<typeof RTCPeerConnection>))
        connection.addEventListener('track', ({ track }) => remote.add(track.id))
        return connection
      },
    })
    const look = (video: HTMLVideoElement) =>
      video.requestVideoFrameCallback((_at, { receiveTime }) => {
        const tracks = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : []
        if (!tracks.some((track) => remote.has(track.id))) return look(video)
        if (receiveTime !== undefined) mark('frame received', performance.timeOrigin + receiveTime)
        mark('frame')
      })
    const property = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject')
    if (!property?.set) return
    const set = property.set
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
      ...property,
      set(this: HTMLMediaElement, value) {
        set.call(this, value)
        if (!(this instanceof HTMLVideoElement) || !value) return
        if (!this.muted) mark('element')
        look(this)
      },
    })
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (this instanceof HTMLVideoElement && !this.muted) mark('play')
      return play.call(this)
    }
  }

  watchPress()
  watchDevices()
  watchSocket()
  watchRemote()
}
