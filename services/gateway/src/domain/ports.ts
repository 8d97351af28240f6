/** What handlers and sockets need of the outside; `app.ts` hands the real ones in. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { LimitClass } from '#proto/limits.ts'
import type { OperationName } from '#proto/operations/index.ts'

export type Countable = {
  readonly address?: string
  readonly device?: string
  readonly door?: string
  readonly user?: number
  readonly visit?: number
}

/** `seconds`: until the block ends by itself, where it does. */
export type Admission = { readonly blocked: boolean; readonly seconds?: number }

export interface Guard {
  /**
   * Counts one request of a class by what is known of its sender, in the class's order.
   * @param gated the address to look up among the blocked ones, where the operation cares
   * @throws Refusal limited or ring_limited with retryAfter; unavailable when a block cannot be told
   */
  admit(limit: LimitClass, who: Countable, gated?: string): Promise<Admission>
}

export interface FrameGuard {
  /**
   * Counts one frame, at once and here; what other copies counted is known a moment later. Who is over takes nothing from the address.
   * @throws Refusal limited with retryAfter
   */
  admit(limit: 'frame' | 'media' | 'chat' | 'replay', who: Countable): void
  stop(): void
}

export interface Sessions {
  /** @returns undefined for no, a dead or a forged session @throws Refusal unavailable when auth does not answer */
  resolve(token: string): Promise<ResidentIdentity | undefined>
  /** The user of a session that was alive when it was last resolved here, without asking anybody: for counting, never for letting in. */
  lastKnownUser(token: string): number | undefined
  /** Told of every session that may have ended. */
  onRevoked(callback: (session: string) => void): void
}

export interface Presence {
  seen(party: string, clientId: string): Promise<void>
  gone(party: string, clientId: string): Promise<void>
}

export interface BytesPipe {
  /** Sends `body` to the owner. @throws Refusal with the owner's code */
  send(operation: OperationName, input: unknown, caller: Caller, body: Readable | Buffer, headers: IncomingHttpHeaders): Promise<void>
  /** Streams the owner's answer to the client. @throws Refusal with the owner's code */
  fetch(operation: OperationName, input: unknown, caller: Caller, request: IncomingMessage, response: ServerResponse): Promise<void>
}

export type PostedForm = { readonly fields: Readonly<Record<string, string>>; readonly photo: Buffer | undefined }
/** @throws Refusal media_type, too_large, malformed */
export type ReadForm = (request: IncomingMessage) => Promise<PostedForm>

/** A QR code as an SVG path in squares. */
export type DrawCode = (text: string) => { readonly path: string; readonly size: number }
