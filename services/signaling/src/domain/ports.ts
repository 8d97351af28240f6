/** Ports of signaling's domain; implemented in store/, clients/ and adapters/, wired in app.ts. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { CallKind } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import type { MediaPath, MediaReply } from '#proto/frames/media.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import type { Input, OperationName, Output } from '#proto/operations/index.ts'
import type { Call, LiveCall, Side } from './call/call.ts'

/** A call as read from Redis; swap compares its text. */
export type Stored = { readonly call: Call; readonly text: string }

export interface Calls {
  read(activityId: number): Promise<Stored | undefined>
  /**
   * Compare and set, atomically with the due time, the residents' lists and the node's list.
   * @param after null deletes the call
   * @returns false if another copy changed the call first
   */
  swap(activityId: number, before: Stored | undefined, after: Call | null, dueAt: number | null): Promise<boolean>
  /**
   * Counts the room of a call among its owner's, atomically; idempotent. It counts until the call is over.
   * @returns false if the owner has as many as it may (ROOMS)
   */
  reserveRoom(call: Call): Promise<boolean>
  ofOwner(ownerId: number): Promise<number[]>
  /** The calls of which the account is the owner or a member. */
  ofResident(userId: number): Promise<number[]>
  /** Deletes the lists of an account that is deleted. */
  dropResident(userId: number): Promise<void>
  /** The calls that a session of a resident holds or has a page in. */
  ofSession(session: string): Promise<number[]>
  onNode(node: string): Promise<number[]>
  /** Leases due calls, so that another copy takes them if this one dies. */
  takeDue(now: number): Promise<number[]>
}

/** Open sockets of a party; only for presence, never for authorization. */
export interface PresenceStore {
  opened(party: string, clientId: string): Promise<void>
  /** @returns the number of remaining sockets */
  closed(party: string, clientId: string): Promise<number>
  count(party: string): Promise<number>
}

export type NodeState = {
  readonly id: string
  /** As it has announced, and those that this copy has placed there since. */
  readonly rooms: number
  readonly maxRooms: number
  readonly draining: boolean
  readonly preparing: boolean
  /** Whether it can record. */
  readonly records: boolean
  /** A request to it has failed since its last announcement. */
  readonly failed: boolean
}
export interface Nodes {
  /** Nodes that announce themselves. */
  living(): Promise<NodeState[]>
  /** Nodes whose announcements have stopped and that may still have calls. */
  lost(): Promise<string[]>
  /** Marks a node that did not answer: until its next announcement, calls are placed elsewhere. */
  failed(id: string): void
  /** A call is placed on it: its next announcement counts that one. */
  chosen(id: string): void
  forget(id: string): Promise<void>
}

export type SfuOp = Extract<OperationName, `sfu.${string}`>
export interface DoorbellClient {
  claim(input: Input<'doorbell.claim'>, caller: Caller): Promise<Output<'doorbell.claim'>>
  facts(activityId: number): Promise<Output<'doorbell.ring_facts'>>
  cancelLive(activityId: number, caller: Caller): Promise<{ cancelled: boolean }>
  /** The visitor's last socket closed, or there is one again: away, the resident reads that the phone is asleep or offline. */
  reportVisitorAway(activityId: number, isAway: boolean, caller: Caller): Promise<void>
  recordCall(input: Input<'doorbell.record_call'>): Promise<void>
  /** Whether there is room for a recording of the activity, and until when it would be kept. */
  checkRecording(activityId: number): Promise<Output<'doorbell.check_recording'>>
  openRecording(input: Input<'doorbell.open_recording'>): Promise<Output<'doorbell.open_recording'>>
  addRecordingStep(input: Input<'doorbell.recording_step'>): Promise<void>
  closeRecording(input: Input<'doorbell.close_recording'>): Promise<void>
}

export interface BillingClient {
  /** Reads the current tier, never a cached one (docs/product/decisions.md, 10). */
  isPremium(userId: number): Promise<boolean>
}

/** One sfu node among n. */
export interface SfuClient {
  call<N extends SfuOp>(node: string, operation: N, input: Input<N>): Promise<Output<N>>
}

/** Publishes frames without waiting. */
export interface LiveUpdates {
  toVisitor(activityId: number, frame: ServerFrame): void
  toResidents(userIds: readonly number[], frame: ServerFrame): void
  toSocket(clientId: string, frame: ServerFrame): void
}

export type CallDeps = {
  readonly calls: Calls
  readonly presence: PresenceStore
  readonly nodes: Nodes
  readonly doorbell: DoorbellClient
  readonly billing: BillingClient
  readonly sfu: SfuClient
  readonly live: LiveUpdates
  readonly clock: Clock
  readonly log: Log
  /** For one join or ICE restart: credentials are new each time. */
  readonly iceServers: (activityId: number) => MediaReply<'join'>['iceServers']
  readonly newId: () => string
  readonly callEnded: (labels: { readonly kind: CallKind; readonly from: LiveCall['stage'] }) => void
  /** Called with the seconds from the answer to the first picture or sound of the other side on a page. */
  readonly mediaShown: (
    seconds: number,
    labels: { readonly kind: CallKind; readonly side: Side; readonly path: MediaPath | 'unknown' },
  ) => void
  /** @returns a number from 0 to below 1 */
  readonly random: () => number
}

export const visitorParty = (activityId: number) => `visit:${activityId}`
export const sessionParty = (session: string) => `session:${session}`
