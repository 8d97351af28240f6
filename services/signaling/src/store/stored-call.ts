/**
 * A call as Redis stores it: one flat object with every field, whatever the stage. Its keys are those of the first release and stay, so
 * that copies of two releases share their calls; domain/call/call.ts has better names and says which fields a stage has.
 */
import type { CallKind } from '#proto/entities.ts'
import type { Call, Holder, LiveCall, LiveFields, OpenCall, Peer, Recording, Stage } from '../domain/call/call.ts'

export type StoredCall = {
  readonly activityId: number
  readonly ownerId: number
  /** Absent in what the release before has stored, which keeps the calls of its owner alone. */
  readonly members?: readonly number[]
  readonly callId: string
  readonly stage: Stage
  readonly quiet: boolean
  readonly kind: CallKind
  readonly epoch: number
  readonly node: string | null
  readonly activated: number | null
  readonly holder: Holder | null
  readonly claimedBy: string | null
  readonly startedAt: number
  /** `holderSince`. */
  readonly seatFrom: number
  readonly freedAt: number | null
  readonly connectedAt: number | null
  readonly lostAt: number | null
  readonly interruptedAt: number | null
  readonly endedAt: number | null
  readonly seconds: number | null
  readonly visitorGoneAt: number | null
  readonly holderGoneAt: number | null
  readonly visitorAway: boolean
  readonly holderAway?: boolean
  readonly releaseAt: number | null
  readonly unrecorded: boolean
  readonly sendingPeer: OpenCall['sendingPeer']
  readonly recording?: Recording | null
  /** `peers`. */
  readonly devices: Readonly<Record<string, Peer>>
  readonly version: number
}

/** The stored value where the stage has no such field. */
const ABSENT = {
  quiet: false,
  kind: 'video',
  activated: null,
  holder: null,
  claimedBy: null,
  startedAt: 0,
  seatFrom: 0,
  freedAt: null,
  connectedAt: null,
  lostAt: null,
  interruptedAt: null,
  endedAt: null,
  seconds: null,
  visitorGoneAt: null,
  holderGoneAt: null,
  visitorAway: false,
  holderAway: false,
  releaseAt: null,
  unrecorded: false,
  sendingPeer: null,
  recording: null,
} as const

export function toStored(call: Call): StoredCall {
  const { peers: devices, ...fields } = call
  if (!('holderSince' in fields)) return { ...ABSENT, ...fields, devices }
  const { holderSince: seatFrom, ...others } = fields
  return { ...ABSENT, ...others, seatFrom, devices }
}

/** Reads what this release or the one before has stored. */
export function fromStored(stored: StoredCall): Call {
  const { activityId, ownerId, callId, epoch, node, version, stage, holder, startedAt } = stored
  const fields = { activityId, ownerId, members: stored.members ?? [], callId, epoch, node, version }
  const room = { activated: stored.activated, sendingPeer: stored.sendingPeer ?? null, peers: stored.devices }
  if (stage === 'prepared') return { ...fields, ...room, stage, quiet: stored.quiet, releaseAt: stored.releaseAt ?? startedAt }
  const { kind, unrecorded, recording = null, connectedAt } = stored
  const answered = { kind, claimedBy: stored.claimedBy ?? '', startedAt, unrecorded, recording }
  if (stage === 'ended') {
    const end = { endedAt: stored.endedAt ?? startedAt, seconds: stored.seconds ?? 0 }
    return { ...fields, ...answered, stage, holder, peers: {}, connectedAt, ...end }
  }
  const { visitorGoneAt, holderGoneAt, visitorAway } = stored
  return liveFrom(stored, { ...fields, ...room, ...answered, visitorGoneAt, holderGoneAt, visitorAway })
}

function liveFrom(stored: StoredCall, fields: LiveFields): LiveCall {
  const { stage, startedAt, holder, seatFrom: holderSince } = stored
  // Only a call that is connecting or interrupted may have no holder.
  const claimer = holder ?? { session: fields.claimedBy, device: '' }
  const connectedAt = stored.connectedAt ?? startedAt
  switch (stage) {
    case 'offered':
      return { ...fields, stage, holder: claimer }
    case 'connecting':
      return holder ? { ...fields, stage, holder, holderSince } : { ...fields, stage, holder, freedAt: stored.freedAt ?? holderSince }
    case 'connected':
      return { ...fields, stage, holder: claimer, connectedAt }
    case 'interrupted': {
      const interruptedAt = stored.interruptedAt ?? connectedAt
      const lostAt = stored.lostAt ?? interruptedAt
      return { ...fields, stage, holder, holderAway: stored.holderAway ?? false, connectedAt, lostAt, interruptedAt }
    }
    default:
      throw new Error(`no live stage: ${stage}`)
  }
}
