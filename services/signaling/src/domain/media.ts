/** Media requests of one side, steered to the call's room (frames/media.ts has the order). */
import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import type { MediaEvent, MediaOp, MediaRequest } from '#proto/frames/media.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type Call, isLive, roomOf } from './call.ts'
import { changeExisting } from './change.ts'
import { hasPlaceFor, joinMedia } from './join-media.ts'
import type { CallDeps } from './ports.ts'
import { currentCall } from './rebuild.ts'
import { deviceJoined, deviceLeft, permissionChanged } from './rules.ts'
import { type Speaker, speakerOf } from './who.ts'

export type MediaInput = {
  readonly requestId: string
  readonly activityId: number
  readonly request: MediaRequest
  readonly caller: Caller
}
type Reply = Readonly<Record<string, unknown>>
type Steered = { readonly deps: CallDeps; readonly call: Call & { node: string }; readonly speaker: Speaker }

/** @throws not_found | call_not_there | call_moved | seat_taken | calls_preparing | calls_full */
export async function answerMedia(deps: CallDeps, { requestId, activityId, request, caller }: MediaInput): Promise<ServerFrame[]> {
  const call = await currentCall(deps, activityId, caller)
  const speaker = speakerOf(caller, activityId, call.ownerId)
  const reply = await dispatch(deps, call, speaker, request)
  return [{ type: 'media_reply', activityId, requestId, op: request.op satisfies MediaOp, reply }]
}

async function dispatch(deps: CallDeps, call: Call, speaker: Speaker, request: MediaRequest): Promise<Reply> {
  if (request.op === 'join') return joinMedia(deps, call, speaker, request)
  if (request.op === 'permission') return setPermission(deps, call, speaker, request.state)
  if (request.op === 'leave') {
    await changeExisting(deps, call.activityId, (now, at) => (holdsDevice(now, speaker) ? deviceLeft(now, speaker.peer, at) : now))
    return {}
  }
  return steer({ deps, call: await inRoom(deps, call, speaker), speaker }, request)
}

/** Two tabs of one session are one device: it is the tab that joined last. The other one leaves nothing, and steers nothing. */
function holdsDevice(call: Call, { peer, clientId }: Speaker): boolean {
  const device = call.devices[peer]
  return device !== undefined && (device.clientId === null || clientId === null || device.clientId === clientId)
}

/** Only a device that has joined this epoch is steered, by the page that joined: on a new socket it joins again first. */
async function inRoom(deps: CallDeps, call: Call, speaker: Speaker): Promise<Call & { node: string }> {
  if (call.stage === 'ended') throw new Refusal('call_not_there')
  if (speaker.side === 'resident' && isLive(call) && call.holder?.session !== speaker.session) throw new Refusal('seat_taken')
  if (!holdsDevice(call, speaker) || !call.node) throw new Refusal('call_moved')
  if (speaker.clientId && call.devices[speaker.peer]?.clientId === null)
    await changeExisting(deps, call.activityId, (now) => (now.devices[speaker.peer] ? deviceJoined(now, { ...speaker, kept: true }) : now))
  return { ...call, node: call.node }
}

type SteeredRequest = Exclude<MediaRequest, { op: 'join' | 'permission' | 'leave' }>

async function steer({ deps, call, speaker }: Steered, request: SteeredRequest): Promise<Reply> {
  const { house, iceServers } = deps
  const at = { room: roomOf(call), peer: speaker.peer }
  const { node } = call
  switch (request.op) {
    case 'receive':
      return orMoved(house.sfu(node, 'sfu.receive', { ...at, rtpCapabilities: request.rtpCapabilities }))
    case 'connect_transport':
      return orMoved(
        house.sfu(node, 'sfu.connect_transport', { ...at, transportId: request.transportId, dtlsParameters: request.dtlsParameters }),
      )
    case 'restart_ice': {
      const { iceParameters } = await orMoved(house.sfu(node, 'sfu.restart_ice', { ...at, transportId: request.transportId }))
      return { iceParameters, iceServers }
    }
    case 'produce': {
      const { transportId, source, rtpParameters, paused } = request
      return orMoved(house.sfu(node, 'sfu.produce', { ...at, transportId, source, rtpParameters, paused }))
    }
    case 'pause_producer':
      return house.sfu(node, 'sfu.set_producer', { ...at, producerId: request.producerId, state: 'paused' })
    case 'resume_producer':
      return house.sfu(node, 'sfu.set_producer', { ...at, producerId: request.producerId, state: 'resumed' })
    case 'close_producer':
      return house.sfu(node, 'sfu.set_producer', { ...at, producerId: request.producerId, state: 'closed' })
    case 'resume_consumer':
      return house.sfu(node, 'sfu.set_consumer', { ...at, consumerId: request.consumerId, state: 'resumed' })
    case 'set_layers':
      return house.sfu(node, 'sfu.set_consumer', { ...at, consumerId: request.consumerId, spatialLayer: request.spatialLayer })
    default:
      return request satisfies never
  }
}

/** A node or a room that is gone is left by joining again; a producer or consumer that is gone is no more than that. */
async function orMoved<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'call_not_there' || error.code === 'unavailable')) throw new Refusal('call_moved')
    throw error
  }
}

async function setPermission(deps: CallDeps, call: Call, speaker: Speaker, state: 'asking' | 'granted' | 'refused'): Promise<Reply> {
  const changed = await changeExisting(deps, call.activityId, (now, at) => {
    if (!hasPlaceFor(now, speaker)) return now
    const joined = now.devices[speaker.peer] ? now : deviceJoined(now, { ...speaker, kept: false })
    return permissionChanged(joined, speaker.peer, state, at)
  })
  // Before the answer a visitor hears nothing of the resident's devices.
  const mayTell = speaker.side === 'visitor' || (changed !== undefined && isLive(changed) && hasPlaceFor(changed, speaker))
  if (mayTell) tellOthers(deps, call, speaker.side, { kind: 'peer', permission: state })
  return {}
}

/** An event to every device of the other side. */
export function tellOthers(deps: CallDeps, call: Call, side: Speaker['side'], event: MediaEvent): void {
  for (const device of Object.values(call.devices)) {
    if (device.side === side || !device.clientId) continue
    deps.house.toSocket(device.clientId, { type: 'media_event', activityId: call.activityId, epoch: call.epoch, event })
  }
}
