/** Observes a page of a call from inside: each frame of the other person's video as it is shown. */

/** Moments are milliseconds since the epoch. */
export type Frames = {
  readonly shown: readonly number[]
  /** When the page made a connection for media: at first, and each time its call moves. */
  readonly connections: readonly number[]
  /** The ports of the media server to which its connections lead now. */
  readonly ports: readonly number[]
}
export type Span = { readonly from: number; readonly to: number }
export type Gap = { readonly ms: number; readonly from: number }

declare global {
  interface Window {
    readFrames: () => Promise<Frames>
  }
}

/** Runs in the page before its own scripts. */
export function watchFrames(): void {
  const shown: number[] = []
  const made: number[] = []
  const connections: RTCPeerConnection[] = []
  const now = () => performance.timeOrigin + performance.now()
  window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
    construct(target, args) {
      const connection = new target(...(args as ConstructorParameters<typeof RTCPeerConnection>))
      connections.push(connection)
      made.push(now())
      return connection
    },
  })
  const known = new WeakSet<HTMLVideoElement>()
  const follow = (video: HTMLVideoElement) =>
    video.requestVideoFrameCallback(() => {
      shown.push(now())
      follow(video)
    })
  setInterval(() => {
    for (const video of document.querySelectorAll<HTMLVideoElement>('video[aria-label^="Video from"]'))
      if (!known.has(video)) {
        known.add(video)
        follow(video)
      }
  }, 50)
  window.readFrames = async () => {
    const ports = new Set<number>()
    for (const connection of connections.filter(({ connectionState }) => connectionState === 'connected')) {
      const stats = [...(await connection.getStats()).values()]
      const used = stats.filter(({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded')
      for (const { remoteCandidateId } of used)
        for (const { id, port } of stats) if (id === remoteCandidateId && port !== undefined) ports.add(port)
    }
    return { shown, connections: made, ports: [...ports] }
  }
}

/** @returns the longest time of a span without a frame */
export function longestGap(shown: readonly number[], { from, to }: Span): Gap {
  let longest: Gap = { ms: 0, from }
  let last = from
  for (const at of [...shown.filter((moment) => moment > from && moment < to), to]) {
    if (at - last > longest.ms) longest = { ms: at - last, from: last }
    last = at
  }
  return longest
}

/** @returns the value that so large a part of them does not exceed; NaN of none */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN
}
