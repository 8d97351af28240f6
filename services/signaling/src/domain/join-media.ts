/** A device joins the room: to prepare media while it rings, or for the call. */
import { AppError } from '#kit/app-error.ts'
import type { MediaReply, MediaRequest } from '#proto/frames/media.ts'
import { activateMedia } from './activate-media.ts'
import { type Call, deviceOf, isLive, roomOf, sendsMedia } from './call.ts'
import { changeExisting } from './change.ts'
import type { Participant } from './participant.ts'
import type { CallDeps } from './ports.ts'
import { rebuildFromFacts } from './rebuild.ts'
import { deviceJoined } from './rules.ts'
import { ensurePlaced, moveFrom } from './sfu-placement.ts'
import { releasedFrame } from './view.ts'
import { hasRoomForVisitor, visitorJoining } from './visitor-peers.ts'

/** Devices of the resident that prepare media while it rings; the others start when they answer. */
const MAX_PREPARED_DEVICES = 3
const TRIES = 3

type Join = Extract<MediaRequest, { op: 'join' }>

export async function joinMedia(deps: CallDeps, call: Call, participant: Participant, request: Join): Promise<MediaReply<'join'>> {
  let current = call.stage === 'prepared' && request.mode === 'call' ? await openedByAnswer(deps, call) : call
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    mayJoin(current, participant, request)
    const found = await ensurePlaced(deps, current)
    // Outside of the try: a visitor without a place says nothing about the node.
    const place = participant.side === 'visitor' ? await reservePlace(deps, found, participant, request.takeOver ?? false) : found
    let joined: MediaReply<'join'> | undefined
    try {
      joined = await joinRoom(deps, found, participant, { fresh: request.fresh ?? false, place })
    } catch (error) {
      if (!(error instanceof AppError) || !['call_not_there', 'unavailable', 'calls_full'].includes(error.code)) throw error
      // A node that answers `call_not_there` is well: it has closed the room.
      if (error.code !== 'call_not_there') deps.nodes.failed(found.node)
      const next = await moveFrom(deps, found)
      if (!next) throw new AppError('call_not_there')
      current = next
      continue
    }
    if (joined) return joined
    await deps.sfu.call(found.node, 'sfu.leave', { room: roomOf(found), peer: participant.peer })
    throw noPlace(found)
  }
  throw new AppError('calls_full', { retryAfterSeconds: 2 })
}

/** A page may learn of the answer before signaling has opened the call: its join opens the call, so that no retry is needed. */
async function openedByAnswer(deps: CallDeps, call: Call): Promise<Call> {
  return (await rebuildFromFacts(deps, await deps.doorbell.facts(call.activityId))) ?? call
}

/** Premium was checked when the call was accepted, and only its holder may join, so it is not checked again (decision 18). */
function mayJoin(call: Call, participant: Participant, { mode }: Join): void {
  if (call.stage === 'ended' || (call.stage === 'prepared' && mode === 'call')) throw new AppError('call_not_there')
  if (!hasRoomFor(call, participant)) throw noPlace(call)
  if (participant.side === 'visitor' && call.stage === 'offered') throw new AppError('call_not_there')
}

const noPlace = (call: Call) => new AppError(isLive(call) ? 'seat_taken' : 'calls_full')

/** While it rings three of the resident's devices may stand by, in the call there is one; a visitor has at most VISITOR_PEERS tabs. */
export function hasRoomFor(call: Call, participant: Participant): boolean {
  if (participant.side === 'visitor') return hasRoomForVisitor(call, participant.peer, participant.clientId)
  if (call.stage !== 'prepared') return call.holder?.session === participant.session
  const others = Object.entries(call.devices).filter(([peer, device]) => device.side === 'resident' && peer !== participant.peer)
  return others.length < MAX_PREPARED_DEVICES
}

/** A visitor's place is counted before the node allocates anything for it. @throws call_not_there | call_moved | seat_taken | calls_full */
async function reservePlace(deps: CallDeps, call: Call, { peer, clientId }: Participant, takeOver: boolean): Promise<Call> {
  const reserved = await changeExisting(deps, call.activityId, (now) =>
    now.epoch === call.epoch && now.stage !== 'ended' ? visitorJoining(now, { peer, clientId, takeOver }) : now,
  )
  if (!reserved || reserved.stage === 'ended') throw new AppError('call_not_there')
  if (reserved.epoch !== call.epoch) throw new AppError('call_moved')
  if (!reserved.devices[peer]) throw noPlace(reserved)
  return reserved
}

/** @returns undefined if another device took the place meanwhile; then the transports must be released */
async function joinRoom(
  deps: CallDeps,
  call: Call & { node: string },
  participant: Participant,
  { fresh, place }: { readonly fresh: boolean; readonly place: Call },
): Promise<MediaReply<'join'> | undefined> {
  const { peer, side, clientId } = participant
  const { sendingPeer, version } = place
  const { kept, routerRtpCapabilities, send, receive } = await deps.sfu.call(call.node, 'sfu.join', {
    room: roomOf(call),
    peer,
    side,
    fresh,
    ...(sendingPeer && { sendingPeer: { peer: sendingPeer.peer, version } }),
  })
  const older = call.devices[peer]?.clientId
  const joined = await changeExisting(deps, call.activityId, (now) =>
    now.epoch === call.epoch && now.stage !== 'ended' && hasRoomFor(now, participant)
      ? deviceJoined(now, { peer, side, clientId, kept })
      : now,
  )
  if (!joined || joined.stage === 'ended') throw new AppError('call_not_there')
  if (joined.epoch !== call.epoch) throw new AppError('call_moved')
  if (!hasRoomFor(joined, participant)) return undefined
  if (!kept && older && older !== clientId) deps.live.toSocket(older, releasedFrame(joined))
  await activateMedia(deps, joined)
  if (side === 'resident' || isLive(joined)) sendPermissionOfOther(deps, joined, side, clientId)
  return {
    epoch: joined.epoch,
    kind: isLive(joined) ? joined.kind : null,
    routerRtpCapabilities,
    iceServers: deps.iceServers(call.activityId),
    send,
    receive,
    kept,
    sends: side === 'resident' || sendsMedia(joined, peer),
  }
}

function sendPermissionOfOther(deps: CallDeps, call: Call, side: Participant['side'], clientId: string | null): void {
  const residents = Object.values(call.devices).filter((device) => device.side === 'resident')
  const other = side === 'resident' ? deviceOf(call, 'visitor') : residents.find(({ permission }) => permission !== 'unknown')
  if (!other || other.permission === 'unknown' || !clientId) return
  deps.live.toSocket(clientId, {
    type: 'media_event',
    activityId: call.activityId,
    epoch: call.epoch,
    event: { kind: 'peer', permission: other.permission },
  })
}
