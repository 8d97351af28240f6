/** Publishes which of the visitor's peers sends, to the node and to the pages concerned (decision record 0031). */
import type { MediaEvent } from '#proto/frames/media.ts'
import { type Call, roomOf } from './call.ts'
import type { CallDeps } from './ports.ts'
import { peerEvent } from './view.ts'

/** A peer that is joining reads in the join's reply whether it sends, and its node in the join itself. */
export function publishSendingPeer(deps: CallDeps, before: Call, after: Call): void {
  const { sendingPeer, node, version } = after
  const old = before.sendingPeer?.peer
  if (!sendingPeer || sendingPeer.peer === old || after.stage === 'ended') return
  const send = (clientId: string | null | undefined, event: MediaEvent) => {
    if (clientId) deps.live.toSocket(clientId, { type: 'media_event', activityId: after.activityId, epoch: after.epoch, event })
  }
  const { peer } = sendingPeer
  const isKnown = before.devices[peer] !== undefined
  if (node && isKnown && after.epoch === before.epoch)
    void deps.sfu
      .call(node, 'sfu.set_sending_peer', { room: roomOf(after), sendingPeer: { peer, version } })
      .catch((err: unknown) => deps.log.warn({ err, activityId: after.activityId }, 'sending peer not set on sfu node'))
  if (isKnown) send(after.devices[peer]?.clientId, { kind: 'sending', here: true })
  if (old === undefined) return
  send(after.devices[old]?.clientId, { kind: 'sending', here: false })
  const event = peerEvent(after.devices[peer] ?? { permission: 'unknown' })
  for (const { side, clientId } of Object.values(after.devices)) if (side === 'resident') send(clientId, event)
}
