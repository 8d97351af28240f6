/** Received media: decoded frames and received bytes from the browser's own statistics. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

export type Received = { readonly framesDecoded: number; readonly audioBytes: number; readonly videoBytes: number }

declare global {
  interface Window {
    testConnections: RTCPeerConnection[]
    testDescriptions: string[]
  }
}

/** Records every peer connection of a page and its remote descriptions, without changing its behaviour. */
export async function watchConnections(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.testConnections = []
    window.testDescriptions = []
    const describe = RTCPeerConnection.prototype.setRemoteDescription
    RTCPeerConnection.prototype.setRemoteDescription = function (this: RTCPeerConnection, description: RTCSessionDescriptionInit) {
      window.testDescriptions.push(description.sdp ?? '')
      return Reflect.apply(describe, this, [description])
    } as typeof describe
    const Native = window.RTCPeerConnection
    window.RTCPeerConnection = new Proxy(Native, {
      construct(target, args) {
        const connection = new target(...(args as ConstructorParameters<typeof RTCPeerConnection>))
        window.testConnections.push(connection)
        return connection
      },
    })
  })
}

/** Sums over all inbound streams of a page. */
export function received(page: Page): Promise<Received> {
  return page.evaluate(async () => {
    const sums = { framesDecoded: 0, audioBytes: 0, videoBytes: 0 }
    for (const connection of window.testConnections.filter((candidate) => candidate.connectionState !== 'closed')) {
      const stats = await connection.getStats()
      stats.forEach((entry: RTCInboundRtpStreamStats) => {
        if (entry.type !== 'inbound-rtp') return
        sums.framesDecoded += entry.framesDecoded ?? 0
        if (entry.kind === 'audio') sums.audioBytes += entry.bytesReceived ?? 0
        else sums.videoBytes += entry.bytesReceived ?? 0
      })
    }
    return sums
  })
}

/** Frames that a visible video element has really painted. */
export function paintedFrames(page: Page): Promise<number> {
  return page.evaluate(() => {
    const videos = [...document.querySelectorAll('video')].filter((video) => video.videoWidth > 0 && video.checkVisibility())
    return Math.max(0, ...videos.map((video) => video.getVideoPlaybackQuality().totalVideoFrames))
  })
}

/** Waits until a visible video paints new frames. */
export async function expectPainting(page: Page): Promise<void> {
  const before = await paintedFrames(page)
  await expect.poll(() => paintedFrames(page), { message: 'the picture must move' }).toBeGreaterThan(before + 5)
}

/** From now on measures how long a video shows no new frame. @returns a function that returns the longest time so far, milliseconds */
export async function watchPicture(video: Locator): Promise<() => Promise<number>> {
  const picture = await video.evaluateHandle((element: HTMLVideoElement) => {
    const seen = { at: performance.now(), longest: 0 }
    const shown = (now: number) => {
      seen.longest = Math.max(seen.longest, now - seen.at)
      seen.at = now
      element.requestVideoFrameCallback(shown)
    }
    element.requestVideoFrameCallback(shown)
    return seen
  })
  return () => picture.evaluate(({ longest }) => Math.round(longest))
}

const LEAST = { frames: 5, audioBytes: 500 }

/**
 * Waits until a number of further frames and bytes has arrived since the first check. A busy machine gets more time, never a lower bound.
 * A rejoin resets the counts.
 */
export async function expectMedia(page: Page, kinds: { readonly video: boolean; readonly audio: boolean }, within = 30_000): Promise<void> {
  let first = await received(page)
  const growing = async () => {
    const now = await received(page)
    if (now.framesDecoded < first.framesDecoded || now.audioBytes < first.audioBytes) first = now
    const grown = { frames: now.framesDecoded - first.framesDecoded, audioBytes: now.audioBytes - first.audioBytes }
    const enough = (!kinds.video || grown.frames >= LEAST.frames) && (!kinds.audio || grown.audioBytes >= LEAST.audioBytes)
    return enough ? 'growing' : { ...grown, sofar: now }
  }
  await expect.poll(growing, { timeout: within, intervals: [250], message: `media must go on arriving at ${page.url()}` }).toBe('growing')
}

/** Every track that the page opened is stopped, so that no camera light stays on. */
export async function expectNoTracks(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          window.testConnections
            .flatMap((connection) => connection.getSenders().map((sender) => sender.track))
            .filter((track) => track !== null && track.readyState === 'live').length,
      ),
    )
    .toBe(0)
}
