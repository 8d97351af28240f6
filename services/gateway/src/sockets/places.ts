/** How many sockets one address, resident or visit holds here: nobody takes them all (SOCKET.most). */
import { Refusal } from '#kit/refusal.ts'
import { SOCKET } from '#proto/limits.ts'
import type { Identities } from './connection.ts'

type Kind = keyof typeof SOCKET.most
const RETRY_SECONDS = 30

function* keysOf({ base, resident, visits }: Identities): Generator<[Kind, string]> {
  yield ['address', `address:${base.address}`]
  if (resident) yield ['user', `user:${resident.userId}`]
  for (const activityId of visits.keys()) yield ['visit', `visit:${activityId}`]
}

export class Places {
  readonly #taken = new Map<string, number>()

  /** @throws Refusal limited when an identity's places are all taken; nothing is taken then */
  take(identities: Identities): void {
    const keys = [...keysOf(identities)]
    if (keys.some(([kind, key]) => (this.#taken.get(key) ?? 0) >= SOCKET.most[kind]))
      throw new Refusal('limited', { retryAfterSeconds: RETRY_SECONDS })
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
