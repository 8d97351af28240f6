/** Observes the media of a page from inside, four times a second: what it decodes, and what its own devices give it to send. */

/**
 * Milliseconds since the epoch; frames decoded and audio packets received of the page's connections, which a new connection resets; frames
 * of the page's own camera, undefined while it sends none.
 */
export type Sample = { readonly at: number; readonly frames: number; readonly packets: number; readonly ownFrames: number | undefined }

declare global {
  interface Window {
    noteMedia: (sample: Sample) => void
    cutSocket: () => void
  }
}

export const SAMPLE_MS = 250

/** Runs in the page before its own scripts. @param every milliseconds */
export function watchMedia(every: number): void {
  const connections: RTCPeerConnection[] = []
  let socket: WebSocket | undefined
  window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
    construct(target, args) {
      const connection = new target(...(args as ConstructorParameters<typeof RTCPeerConnection>))
      connections.push(connection)
      return connection
    },
  })
  window.WebSocket = new Proxy(window.WebSocket, {
    construct(target, args) {
      socket = new target(...(args as ConstructorParameters<typeof WebSocket>))
      return socket
    },
  })
  /** Closes the socket as a lost network does, so that the page reconnects. */
  window.cutSocket = () => socket?.close(4_000, 'cut')

  async function look(): Promise<void> {
    let [frames, packets, ownFrames] = [0, 0, undefined as number | undefined]
    for (const connection of connections.filter(({ connectionState }) => connectionState !== 'closed')) {
      for (const entry of (await connection.getStats()).values()) {
        if (entry.type === 'inbound-rtp' && entry.kind === 'video') frames += entry.framesDecoded ?? 0
        if (entry.type === 'inbound-rtp' && entry.kind === 'audio') packets += entry.packetsReceived ?? 0
        if (entry.type === 'media-source' && entry.kind === 'video') ownFrames = (ownFrames ?? 0) + (entry.frames ?? 0)
      }
    }
    window.noteMedia({ at: performance.timeOrigin + performance.now(), frames, packets, ownFrames })
  }
  let isLooking = false
  setInterval(() => {
    if (isLooking || typeof window.noteMedia !== 'function') return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, every)
}
