/** Limits the sockets of one address, resident or visit on this copy (SOCKET.most). */
import { AppError } from '#kit/app-error.ts'
import { SOCKET } from '#proto/limits.ts'
import { connectionKey } from '../domain/address.ts'
import type { Identities } from './connection.ts'

type Kind = keyof typeof SOCKET.most
const RETRY_SECONDS = 30

function* keysOf({ base, resident, visits }: Identities): Generator<[Kind, string]> {
  yield ['address', `address:${connectionKey(base.address)}`]
  if (resident) yield ['user', `user:${resident.userId}`]
  for (const activityId of visits.keys()) yield ['visit', `visit:${activityId}`]
}

export class SocketLimits {
  readonly #taken = new Map<string, number>()

  /** Takes one slot of each identity, or none. @throws AppError limited when an identity has no free slot */
  take(identities: Identities): void {
    const keys = [...keysOf(identities)]
    if (keys.some(([kind, key]) => (this.#taken.get(key) ?? 0) >= SOCKET.most[kind]))
      throw new AppError('limited', { retryAfterSeconds: RETRY_SECONDS })
    for (const [, key] of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
  }

  free(identities: Identities): void {
    for (const [, key] of keysOf(identities)) {
      const left = (this.#taken.get(key) ?? 0) - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
  }
}
