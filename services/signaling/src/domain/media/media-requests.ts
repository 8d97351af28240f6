/** Media requests of one side, forwarded to the call's room (frames/media.ts describes the order). */
import { AppError } from '#kit/app-error.ts'
import type { Caller } from '#proto/envelope.ts'
import type { MediaEvent, MediaOp, MediaPath, MediaRequest, PermissionReport } from '#proto/frames/media.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type Call, isLive, type OpenCall, roomOf, sendsMedia } from '../call/call.ts'
import { type Participant, participantOf } from '../call/participant.ts'
import { isOfHolder, placeOfPage } from '../call/resident-pages.ts'
import { lostChanged, peerJoined, peerLeft, peerReached, permissionChanged } from '../call/rules.ts'
import { peerEvent } from '../call/view.ts'
import { turnedOn, visitorJoining } from '../call/visitor-peers.ts'
import { changeExisting } from '../change/change.ts'
import { currentCall } from '../change/rebuild.ts'
import type { CallDeps } from '../ports.ts'
import { joinMedia } from './join-media.ts'

export type MediaInput = {
  readonly requestId: string
  readonly activityId: number
  readonly peerId?: string | undefined
  readonly request: MediaRequest
  readonly caller: Caller
}
type Reply = Readonly<Record<string, unknown>>
type ForwardContext = { readonly deps: CallDeps; readonly call: OpenCall & { readonly node: string }; readonly participant: Participant }

/** @throws not_found | call_not_there | call_moved | seat_taken | calls_preparing | calls_full */
export async function answerMedia(deps: CallDeps, input: MediaInput): Promise<ServerFrame[]> {
  const { requestId, activityId, request, caller } = input
  const call = await currentCall(deps, activityId, caller)
  const participant = participantOf(caller, activityId, call, input.peerId)
  const reply = await dispatch(deps, call, participant, request)
  return [{ type: 'media_reply', activityId, requestId, op: request.op satisfies MediaOp, reply }]
}

async function dispatch(deps: CallDeps, call: Call, participant: Participant, request: MediaRequest): Promise<Reply> {
  if (request.op === 'join') return joinMedia(deps, call, participant, request)
  if (request.op === 'permission') return setPermission(deps, call, participant, request)
  if (request.op === 'media_shown') return reportShown(deps, call, participant, request.path)
  if (request.op === 'leave') {
    await changeExisting(deps, call.activityId, (now, at) => (controlsPeer(now, participant) ? peerLeft(now, participant.peer, at) : now))
    return {}
  }
  const current = await inRoom(deps, call, participant)
  const reply = await forwardToSfu({ deps, call: current, participant }, request)
  if (participant.side === 'visitor' && startsSending(request) && !current.sendingPeer?.on)
    await changeExisting(deps, call.activityId, (now) => turnedOn(now, participant.peer))
  return reply
}

const startsSending = (request: MediaRequest) => request.op === 'resume_producer' || (request.op === 'produce' && !request.paused)

/** Two tabs that name no peer share one, which belongs to the tab that joined last. Requests of the other tab have no effect. */
function controlsPeer(call: Call, { peer, clientId }: Participant): boolean {
  const known = call.peers[peer]
  return known !== undefined && (known.clientId === null || clientId === null || known.clientId === clientId)
}

/** Only the page that joined this epoch may control its peer; on a new socket it has to join again. */
async function inRoom(deps: CallDeps, call: Call, participant: Participant): Promise<OpenCall & { readonly node: string }> {
  if (call.stage === 'ended') throw new AppError('call_not_there')
  if (participant.side === 'resident' && isLive(call) && !isOfHolder(call, participant)) throw new AppError('seat_taken')
  if (!controlsPeer(call, participant) || !call.node) throw new AppError('call_moved')
  const { peer, clientId } = participant
  if (clientId && call.peers[peer]?.clientId === null)
    await changeExisting(deps, call.activityId, (now) => peerReached(now, peer, clientId))
  return { ...call, node: call.node }
}

type ForwardedRequest = Exclude<MediaRequest, { op: 'join' | 'permission' | 'media_shown' | 'leave' }>

async function forwardToSfu({ deps, call, participant }: ForwardContext, request: ForwardedRequest): Promise<Reply> {
  const { sfu, iceServers } = deps
  const at = { room: roomOf(call), peer: participant.peer }
  const { node } = call
  switch (request.op) {
    case 'receive':
      return orMoved(sfu.call(node, 'sfu.receive', { ...at, rtpCapabilities: request.rtpCapabilities }))
    case 'connect_transport':
      return orMoved(
        sfu.call(node, 'sfu.connect_transport', { ...at, transportId: request.transportId, dtlsParameters: request.dtlsParameters }),
      )
    case 'restart_ice': {
      const { iceParameters } = await orMoved(sfu.call(node, 'sfu.restart_ice', { ...at, transportId: request.transportId }))
      return { iceParameters, iceServers: iceServers(call.activityId) }
    }
    case 'produce': {
      const { transportId, source, rtpParameters, paused } = request
      return orMoved(sfu.call(node, 'sfu.produce', { ...at, transportId, source, rtpParameters, paused }))
    }
    case 'pause_producer':
      return sfu.call(node, 'sfu.set_producer', { ...at, producerId: request.producerId, state: 'paused' })
    case 'resume_producer':
      return sfu.call(node, 'sfu.set_producer', { ...at, producerId: request.producerId, state: 'resumed' })
    case 'close_producer':
      return sfu.call(node, 'sfu.set_producer', { ...at, producerId: request.producerId, state: 'closed' })
    case 'resume_consumer':
      return sfu.call(node, 'sfu.set_consumer', { ...at, consumerId: request.consumerId, state: 'resumed' })
    case 'set_layers':
      return sfu.call(node, 'sfu.set_consumer', { ...at, consumerId: request.consumerId, spatialLayer: request.spatialLayer })
    default:
      return request satisfies never
  }
}

/** A lost node or room requires a new join; a closed producer or consumer does not. */
async function orMoved<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && (error.code === 'call_not_there' || error.code === 'unavailable')) throw new AppError('call_moved')
    throw error
  }
}

/** A page that joins later, or again, has not waited since the answer. */
function reportShown(
  { clock, mediaShown }: CallDeps,
  call: Call,
  participant: Participant,
  path: MediaPath | 'unknown' = 'unknown',
): Reply {
  const peer = call.peers[participant.peer]
  if (isLive(call) && call.stage !== 'interrupted' && controlsPeer(call, participant) && peer?.joins === 1)
    mediaShown((clock.now().getTime() - call.startedAt) / 1_000, { kind: call.kind, side: participant.side, path })
  return {}
}

/** A browser that refuses or lacks calls turns no device on: another tab of its visitor may send. */
const turnsOn = (state: PermissionReport) => state === 'asking' || state === 'granted'

type PermissionRequest = Extract<MediaRequest, { op: 'permission' }>

async function setPermission(deps: CallDeps, call: Call, participant: Participant, { state, lost }: PermissionRequest): Promise<Reply> {
  const changed = await changeExisting(deps, call.activityId, (now, at) => {
    const reporting = withReportingPeer(now, participant)
    if (!reporting.peers[participant.peer]) return now
    const next = lostChanged(permissionChanged(reporting, participant.peer, state, at), participant.peer, lost)
    return turnsOn(state) ? turnedOn(next, participant.peer) : next
  })
  if (changed && mayNotify(changed, participant)) notifyOthers(deps, call, participant.side, peerEvent({ permission: state, lost }))
  return {}
}

/** A page may report before its join: its peer has no transports then. @returns the same object if there is no place for it */
function withReportingPeer(call: Call, participant: Participant): Call {
  if (call.peers[participant.peer]) return call
  if (participant.side === 'visitor') return visitorJoining(call, { ...participant, takeOver: false })
  const asPrepared = { ...participant, mode: 'prepare', kept: false, takeOver: false } as const
  const place = isLive(call) ? isOfHolder(call, participant) && call : placeOfPage(call, asPrepared)
  return place ? peerJoined(place, asPrepared) : call
}

/** The resident is notified of the peer that sends. Before the answer a visitor receives nothing about the resident's devices. */
function mayNotify(call: Call, participant: Participant): boolean {
  return participant.side === 'visitor'
    ? call.stage !== 'ended' && sendsMedia(call, participant.peer)
    : isLive(call) && isOfHolder(call, participant)
}

/** Sends an event to every peer of the other side. */
export function notifyOthers(deps: CallDeps, call: Call, side: Participant['side'], event: MediaEvent): void {
  for (const peer of Object.values(call.peers)) {
    if (peer.side === side || !peer.clientId) continue
    deps.live.toSocket(peer.clientId, { type: 'media_event', activityId: call.activityId, epoch: call.epoch, event })
  }
}
