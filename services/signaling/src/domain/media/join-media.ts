/** A peer joins the room: to prepare media while it rings, or for the call. */
import { AppError } from '#kit/app-error.ts'
import type { MediaReply, MediaRequest } from '#proto/frames/media.ts'
import type { Output } from '#proto/operations/index.ts'
import { type Call, isLive, isResident, type OpenCall, type Peer, peerOf, roomOf, sendsMedia } from '../call/call.ts'
import type { Participant } from '../call/participant.ts'
import { placeOfPage } from '../call/resident-pages.ts'
import { peerJoined } from '../call/rules.ts'
import { peerEvent, releasedFrame } from '../call/view.ts'
import { hasRoomForVisitor, visitorJoining } from '../call/visitor-peers.ts'
import { changeExisting } from '../change/change.ts'
import { rebuildFromFacts } from '../change/rebuild.ts'
import type { CallDeps } from '../ports.ts'
import { activateMedia } from './activate-media.ts'
import { ensurePlaced, moveFrom, type Placed } from './sfu-placement.ts'

const TRIES = 3

type Join = Extract<MediaRequest, { op: 'join' }>
/** The transports that the node has made or kept. */
type Made = Output<'sfu.join'>
type JoinDeps = { readonly deps: CallDeps; readonly participant: Participant; readonly request: Join }

export async function joinMedia(deps: CallDeps, call: Call, participant: Participant, request: Join): Promise<MediaReply<'join'>> {
  const joining = { deps, participant, request }
  let current = call.stage === 'prepared' && request.mode === 'call' ? await openedByAnswer(deps, call) : call
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    mayJoin(current, participant, request)
    const found = await ensurePlaced(deps, current)
    const reserved = participant.side === 'visitor' ? await reservePlace(joining, found) : { place: found, before: undefined }
    const made = await joinRoom(joining, found, reserved.place)
    if (made) return enterCall(joining, found, made, reserved.before)
    const next = await moveFrom(deps, found)
    if (!next) throw new AppError('call_not_there')
    current = next
  }
  throw new AppError('calls_full', { retryAfterSeconds: 2 })
}

/** A page may receive the answer before signaling has opened the call: its join opens the call, so that no retry is needed. */
async function openedByAnswer(deps: CallDeps, call: Call): Promise<Call> {
  return (await rebuildFromFacts(deps, await deps.doorbell.facts(call.activityId))) ?? call
}

/**
 * Premium was checked when the call was accepted, and only its holder may join, so it is not checked again (docs/product/decisions.md, 18).
 * A page that prepares after the answer must not change the call.
 * @throws not_found for one who is no longer a member, call_not_there | seat_taken | calls_full
 */
function mayJoin(call: Call, participant: Participant, request: Join): void {
  if (participant.side === 'resident' && !isResident(call, participant.userId)) throw new AppError('not_found')
  const isEarly = request.mode === 'call' ? call.stage === 'prepared' : false
  const isLate = call.stage === 'ended' || (participant.side === 'resident' && request.mode === 'prepare' && isLive(call))
  if (isEarly || isLate) throw new AppError('call_not_there')
  if (!placeOf(call, participant, request)) throw noPlace(call)
  if (participant.side === 'visitor' && call.stage === 'offered') throw new AppError('call_not_there')
}

const noPlace = (call: Call) => new AppError(isLive(call) ? 'seat_taken' : 'calls_full')

/** @returns the call in which this peer may join; undefined if it may not */
function placeOf(call: Call, participant: Participant, { mode, takeOver = false }: Join): OpenCall | undefined {
  if (call.stage === 'ended') return undefined
  if (participant.side === 'resident') return placeOfPage(call, { ...participant, mode, takeOver })
  return hasRoomForVisitor(call, participant) ? call : undefined
}

/** `before`: the peer that the reservation replaced; of a client that names no peer it may be another tab's. */
type Reserved = { readonly place: OpenCall; readonly before: Peer | undefined }

/** A visitor's place is counted before the node allocates anything for it. @throws call_not_there | call_moved | seat_taken | calls_full */
async function reservePlace({ deps, participant, request }: JoinDeps, call: Call): Promise<Reserved> {
  const { peer, clientId } = participant
  let before: Peer | undefined
  const place = await changeExisting(deps, call.activityId, (now) => {
    before = now.peers[peer]
    const isOn = now.epoch === call.epoch && now.stage !== 'ended'
    return isOn ? visitorJoining(now, { peer, clientId, takeOver: request.takeOver ?? false }) : now
  })
  if (!place || place.stage === 'ended') throw new AppError('call_not_there')
  if (place.epoch !== call.epoch) throw new AppError('call_moved')
  if (!place.peers[peer]) throw noPlace(place)
  return { place, before }
}

/** @returns undefined if the node does not take the join: then the call has to move */
async function joinRoom({ deps, participant, request }: JoinDeps, call: Placed, place: OpenCall): Promise<Made | undefined> {
  const { sendingPeer, version } = place
  const { peer, side } = participant
  try {
    return await deps.sfu.call(call.node, 'sfu.join', {
      room: roomOf(call),
      peer,
      side,
      fresh: request.fresh ?? false,
      ...(sendingPeer && { sendingPeer: { peer: sendingPeer.peer, version } }),
    })
  } catch (error) {
    if (!(error instanceof AppError) || !['call_not_there', 'unavailable', 'calls_full'].includes(error.code)) throw error
    // A node that answers `call_not_there` is alive: it has only closed the room.
    if (error.code !== 'call_not_there') deps.nodes.failed(call.node)
    return undefined
  }
}

/** A later join of the same peer has replaced these transports. */
const isOutdated = (known: Peer | undefined, { join }: Made) => join !== undefined && known?.join !== undefined && known.join > join

/** Enters the joined peer in the call. @throws call_not_there | call_moved | seat_taken | calls_full */
async function enterCall(
  { deps, participant, request }: JoinDeps,
  call: Placed,
  made: Made,
  reservedFrom: Peer | undefined,
): Promise<MediaReply<'join'>> {
  const { peer, side, clientId } = participant
  const userId = participant.side === 'resident' ? participant.userId : undefined
  const { kept, join, routerRtpCapabilities, send, receive } = made
  // Of the state that the compare and set replaces, which another join may have changed since `call`.
  const replaced: { entered: boolean; known: Peer | undefined } = { entered: false, known: undefined }
  const joined = await changeExisting(deps, call.activityId, (now) => {
    const known = now.peers[peer]
    const place = now.epoch === call.epoch && !isOutdated(known, made) ? placeOf(now, participant, request) : undefined
    Object.assign(replaced, { entered: place !== undefined, known })
    return place ? peerJoined(place, { peer, side, userId, clientId, kept, mode: request.mode, join }) : now
  })
  if (!joined || joined.stage === 'ended') throw new AppError('call_not_there')
  if (joined.epoch !== call.epoch || isOutdated(joined.peers[peer], made)) throw new AppError('call_moved')
  if (!replaced.entered) {
    await deps.sfu.call(call.node, 'sfu.leave', { room: roomOf(call), peer })
    mayJoin(joined, participant, request)
    throw noPlace(joined)
  }
  for (const older of kept ? [] : [reservedFrom, replaced.known])
    if (older?.clientId && older.clientId !== clientId) deps.live.toSocket(older.clientId, releasedFrame(joined, older))
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
    join,
  }
}

function sendPermissionOfOther(deps: CallDeps, call: Call, side: Participant['side'], clientId: string | null): void {
  const residents = Object.values(call.peers).filter((known) => known.side === 'resident')
  const other = side === 'resident' ? peerOf(call, 'visitor') : residents.find(({ permission }) => permission !== 'unknown')
  if (!other || other.permission === 'unknown' || !clientId) return
  deps.live.toSocket(clientId, {
    type: 'media_event',
    activityId: call.activityId,
    epoch: call.epoch,
    event: peerEvent(other),
  })
}
