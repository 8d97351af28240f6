import type { ServerFrame } from '#proto/frames/server.ts'
import type { RingChange } from '#proto/ring-changes.ts'

/** Core NATS drops a frame whose socket is disconnected: pages resync by `resume` or by polling. */
export interface LiveUpdates {
  /** To every socket, or those of one session; `except`: the socket that sent the request, because it gets the reply. */
  toOwner(
    ownerId: number,
    frame: ServerFrame,
    receivers?: { readonly except?: string | undefined; readonly session?: string | undefined },
  ): void
  toVisitor(activityId: number, frame: ServerFrame, except?: string): void
  /** To notify, which sends pushes. */
  ringChanged(change: RingChange): void
}
