/** A device gets its transports: standing by while it rings, or in the call. */
import { Refusal } from '#kit/refusal.ts'
import type { MediaReply, MediaRequest } from '#proto/frames/media.ts'
import { type Call, isLive, roomOf } from './call.ts'
import { changeExisting } from './change.ts'
import { letFlow } from './flow.ts'
import { ensurePlaced, moveFrom } from './place.ts'
import type { CallDeps } from './ports.ts'
import { deviceJoined } from './rules.ts'
import { releasedFrame } from './view.ts'
import type { Speaker } from './who.ts'

/** Two transports for each device whose modal is visible, at most three; the rest go cold (issue: the call). */
const STANDING_BY = 3
const TRIES = 3

type Join = Extract<MediaRequest, { op: 'join' }>

export async function joinMedia(deps: CallDeps, call: Call, speaker: Speaker, request: Join): Promise<MediaReply<'join'>> {
  let current = call
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    mayJoin(current, speaker, request)
    const found = await ensurePlaced(deps, current)
    let joined: MediaReply<'join'> | undefined
    try {
      joined = await joinRoom(deps, found, speaker, request.fresh ?? false)
    } catch (error) {
      if (!(error instanceof Refusal) || !['call_not_there', 'unavailable', 'calls_full'].includes(error.code)) throw error
      const next = await moveFrom(deps, found)
      if (!next) throw new Refusal('call_not_there')
      current = next
      continue
    }
    if (joined) return joined
    await deps.house.sfu(found.node, 'sfu.leave', { room: roomOf(found), peer: speaker.peer })
    throw new Refusal(isLive(found) ? 'seat_taken' : 'calls_full')
  }
  throw new Refusal('calls_full', { retryAfterSeconds: 2 })
}

/** Premium was checked when the call was accepted, and nobody but its holder comes in here: the call is the proof (decision 18). */
function mayJoin(call: Call, speaker: Speaker, { mode }: Join): void {
  if (call.stage === 'ended') throw new Refusal('call_not_there')
  if (call.stage === 'prepared') {
    if (mode === 'call') throw new Refusal('call_not_there')
    if (!hasPlaceFor(call, speaker)) throw new Refusal('calls_full')
    return
  }
  if (!hasPlaceFor(call, speaker)) throw new Refusal('seat_taken')
  if (speaker.side === 'visitor' && call.stage === 'offered') throw new Refusal('call_not_there')
}

/** While it rings three of the resident's devices stand by, in the call one sits; the visitor has one place in both. */
export function hasPlaceFor(call: Call, speaker: Speaker): boolean {
  if (speaker.side === 'visitor') return true
  if (call.stage !== 'prepared') return call.holder?.session === speaker.session
  const others = Object.entries(call.devices).filter(([peer, device]) => device.side === 'resident' && peer !== speaker.peer)
  return others.length < STANDING_BY
}

/** @returns nothing where the place went to another device meanwhile: what the room gave is to be given back */
async function joinRoom(
  deps: CallDeps,
  call: Call & { node: string },
  speaker: Speaker,
  fresh: boolean,
): Promise<MediaReply<'join'> | undefined> {
  const { peer, side, clientId } = speaker
  const { kept, routerRtpCapabilities, send, receive } = await deps.house.sfu(call.node, 'sfu.join', {
    room: roomOf(call),
    peer,
    side,
    fresh,
  })
  const older = call.devices[peer]?.clientId
  const joined = await changeExisting(deps, call.activityId, (now) =>
    now.epoch === call.epoch && now.stage !== 'ended' && hasPlaceFor(now, speaker)
      ? deviceJoined(now, { peer, side, clientId, kept })
      : now,
  )
  if (!joined || joined.stage === 'ended') throw new Refusal('call_not_there')
  if (joined.epoch !== call.epoch) throw new Refusal('call_moved')
  if (!hasPlaceFor(joined, speaker)) return undefined
  if (!kept && older && older !== clientId) deps.house.toSocket(older, releasedFrame(joined))
  await letFlow(deps, joined)
  if (side === 'resident' || isLive(joined)) tellPermissionOfOther(deps, joined, side, clientId)
  return {
    epoch: joined.epoch,
    kind: isLive(joined) ? joined.kind : null,
    routerRtpCapabilities,
    iceServers: deps.iceServers,
    send,
    receive,
    kept,
  }
}

function tellPermissionOfOther(deps: CallDeps, call: Call, side: Speaker['side'], clientId: string | null): void {
  const other = Object.values(call.devices).find((device) => device.side !== side && device.permission !== 'unknown')
  if (!other || !clientId) return
  deps.house.toSocket(clientId, {
    type: 'media_event',
    activityId: call.activityId,
    epoch: call.epoch,
    event: { kind: 'peer', permission: other.permission },
  })
}
