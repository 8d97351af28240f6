/** One side of a call in a test: a socket at the gateway and, if needed, a browser page with real media. */
import type { CallView } from '#proto/entities.ts'
import type { MediaOp, MediaReply, MediaRequest } from '#proto/frames/media.ts'
import type { MediaBrowser, MediaPage } from '#scripts/testing/media/media-page.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { eventually, PATIENCE } from '#scripts/testing/wait.ts'

export class Party {
  socket: TestSocket
  page: MediaPage | undefined
  readonly activityId: number
  /** The id of its page; without one it is the only peer of its visit or session. */
  readonly peerId: string | undefined
  #forwarded = 0
  #left = false

  constructor(socket: TestSocket, activityId: number, peerId?: string) {
    this.socket = socket
    this.activityId = activityId
    this.peerId = peerId
  }

  /** @throws Error with the error code as its message */
  ask<Op extends MediaOp>(request: Extract<MediaRequest, { op: Op }>): Promise<MediaReply<Op>> {
    return this.socket.ask(this.activityId, request, this.peerId)
  }

  respond(accepted: boolean, communicationType: 'video' | 'audio' | 'message' = 'video', reasonCode?: string): void {
    this.socket.send({
      type: 'call_response',
      visitorId: this.activityId,
      accepted,
      ...(accepted ? { communicationType } : {}),
      ...(reasonCode ? { reasonCode } : {}),
    })
  }

  joinCall(): void {
    this.socket.send({ type: 'join_call', activityId: this.activityId })
  }

  get calls(): CallView[] {
    return this.socket.all('call_state').map((frame) => frame.call)
  }

  /** Waits until the latest call state matches. */
  call(what: string, fits: (call: CallView) => boolean, within = PATIENCE): Promise<CallView> {
    return eventually(`${what} (now ${JSON.stringify(this.calls.at(-1))})`, () => this.calls.filter(fits).at(-1), within)
  }

  /** Opens a real device, which sends its requests and receives its media events over this party's socket. */
  async opensPage(browser: MediaBrowser): Promise<MediaPage> {
    const page = await browser.device((request) => this.ask(request))
    this.page = page
    void this.#follow(page)
    return page
  }

  async #follow(page: MediaPage): Promise<void> {
    while (!this.#left && this.page === page) {
      const events = this.socket.all('media_event')
      for (const { event } of events.slice(this.#forwarded)) await page.hear(event).catch(() => undefined)
      this.#forwarded = events.length
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Closes page and socket. */
  async leaves(): Promise<void> {
    this.#left = true
    this.socket.cut()
    await this.page?.close().catch(() => undefined)
  }
}

/** Waits for more video frames and more audio than before on both sides. */
export async function bothSeeAndHear(
  { visitor, resident }: { readonly visitor: Party; readonly resident: Party },
  within = 10_000,
): Promise<void> {
  const counters = () => Promise.all([visitor, resident].map((party) => party.page?.counters()))
  const before = await counters()
  await eventually(
    'frames and sound both ways',
    async () => {
      const now = await counters()
      return now.every((count, index) => {
        const old = before[index]
        const restarted = count && old && count.framesDecoded < old.framesDecoded
        return (
          count &&
          old &&
          (restarted ? count.framesDecoded > 3 : count.framesDecoded > old.framesDecoded + 3 && count.audioBytes > old.audioBytes)
        )
      })
    },
    within,
  )
}
