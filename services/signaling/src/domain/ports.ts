/** What signaling needs of the house; implemented in store/ and adapters/, joined in app.ts. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Caller } from '#proto/envelope.ts'
import type { MediaReply } from '#proto/frames/media.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import type { Input, OperationName, Output } from '#proto/operations/index.ts'
import type { Call } from './call.ts'

/** A call as it was read; its text is what a swap compares. */
export type Stored = { readonly call: Call; readonly text: string }

export interface Calls {
  read(activityId: number): Promise<Stored | undefined>
  /**
   * Compare and set, with its next due time, its place in the owner's list and on its node, all or nothing.
   * @param after null forgets the call
   * @returns false when somebody else was faster
   */
  swap(activityId: number, before: Stored | undefined, after: Call | null, dueAt: number | null): Promise<boolean>
  ofOwner(ownerId: number): Promise<number[]>
  onNode(node: string): Promise<number[]>
  /** Takes what is due for a while, so that a copy that dies leaves it to another. */
  takeDue(now: number): Promise<number[]>
}

/** Which sockets of a party are open: only for saying who is there. */
export interface PresenceStore {
  opened(party: string, clientId: string): Promise<void>
  /** @returns how many are left */
  closed(party: string, clientId: string): Promise<number>
  count(party: string): Promise<number>
}

export type NodeState = {
  readonly id: string
  readonly rooms: number
  readonly maxRooms: number
  readonly draining: boolean
  readonly preparing: boolean
}
export interface Nodes {
  /** Those that still announce themselves. */
  living(): Promise<NodeState[]>
  /** Those that have fallen silent and may still hold calls. */
  lost(): Promise<string[]>
  forget(id: string): Promise<void>
}

export type SfuOp = Extract<OperationName, `sfu.${string}`>
export interface House {
  claim(input: Input<'doorbell.claim'>, caller: Caller): Promise<Output<'doorbell.claim'>>
  facts(activityId: number): Promise<Output<'doorbell.ring_facts'>>
  cancelLive(activityId: number, caller: Caller): Promise<{ cancelled: boolean }>
  /** No socket of the visitor is left: the resident reads that the phone is asleep or offline, also while nobody has answered. */
  visitorGone(activityId: number, caller: Caller): Promise<void>
  record(input: Input<'doorbell.record_call'>): Promise<void>
  /** Asked at the moment, never a projection (decision 10). */
  isPremium(userId: number): Promise<boolean>
  sfu<N extends SfuOp>(node: string, operation: N, input: Input<N>): Promise<Output<N>>
  toVisitor(activityId: number, frame: ServerFrame): void
  toOwner(ownerId: number, frame: ServerFrame): void
  toSocket(clientId: string, frame: ServerFrame): void
}

export type CallDeps = {
  readonly calls: Calls
  readonly presence: PresenceStore
  readonly nodes: Nodes
  readonly house: House
  readonly clock: Clock
  readonly log: Log
  readonly iceServers: MediaReply<'join'>['iceServers']
  readonly newId: () => string
  /** 0 up to below 1. */
  readonly random: () => number
}

export const visitorParty = (activityId: number) => `visit:${activityId}`
export const sessionParty = (session: string) => `session:${session}`
