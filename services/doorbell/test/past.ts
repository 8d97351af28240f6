/** Past rings, inserted as rows. */
import { randomBytes } from 'node:crypto'
import { claimBlock } from '#scripts/testing/claims.ts'
import type { World } from '#scripts/testing/world.ts'

export type PastRing = {
  readonly at: string
  readonly visitorName?: string
  readonly message?: string
  readonly outcome?: string
  readonly type?: string
  readonly chat?: boolean
  readonly doorId?: number
  readonly expiresAt?: string
  readonly photo?: string
}

/** Ascending, so that rings of one moment keep the given order: lists are sorted by time, then id. */
let nextId = 1_000_000_000 + 10_000 * claimBlock()

const INSERT = `INSERT INTO activities (id, owner_id, door_id, qr_code_id, key, activity_type, visitor_name, message, timestamp,
  ends_at, outcome, has_chat, expires_at, photo)
VALUES ($12, $1, $2, 'past', $3, $4, $5, $6, $7, $7, $8, $9, $10, $11) RETURNING id`

/** @returns their ids, in the order given */
export async function pastRings(world: World, door: { ownerId: number; doorId: number }, rings: readonly PastRing[]): Promise<number[]> {
  const ids: number[] = []
  for (const ring of rings) {
    const { type = 'doorbell_ring', visitorName = 'Vera', message = 'Hello', outcome = 'missed', chat = false } = ring
    const key = randomBytes(32).toString('base64url')
    const values = [door.ownerId, ring.doorId ?? door.doorId, key, type, visitorName, message, ring.at, outcome, chat]
    const [row] = await world.postgres<{ id: number }>('doorbell', INSERT, [
      ...values,
      ring.expiresAt ?? '2099-01-01T00:00:00Z',
      ring.photo ?? null,
      nextId++,
    ])
    ids.push(row?.id ?? 0)
  }
  return ids
}

/** A further door of a premium owner. */
export async function secondDoor(world: World, ownerId: number, label: string): Promise<number> {
  const [row] = await world.postgres<{ id: number }>(
    'doorbell',
    `INSERT INTO doors (owner_id, label, qr_code_id, short_code, public_number, "primary", created_at)
     VALUES ($1, $2, $3, $4, $5, false, '2026-01-01T00:00:00Z') RETURNING id`,
    [ownerId, label, randomBytes(10).toString('hex'), randomBytes(4).toString('hex'), randomBytes(4).readUInt32BE() % 2_000_000_000],
  )
  return row?.id ?? 0
}
