// @all: one race of a deletion; delete-account.test.ts has the deletion
/** Prisma reads an owner after the doors and rings that name it: for an account deleted in between there is no row, which is no error. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, openDoor, ring } from './people.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'] })
})
afterAll(() => world.stop())

/** Deletes the account while a request waits for its row. */
async function deletedBy<T>({ ownerId }: Door, ask: () => Promise<T>): Promise<T> {
  const client = new pg.Client(world.databaseUrl('doorbell'))
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('LOCK TABLE owners IN ACCESS EXCLUSIVE MODE')
    const answer = ask()
    answer.catch(() => undefined)
    const waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'owners'::regclass"
    await eventually('the request to wait', async () => (await client.query(waits)).rowCount)
    await client.query('DELETE FROM activities WHERE owner_id = $1', [ownerId])
    await client.query('DELETE FROM doors WHERE owner_id = $1', [ownerId])
    await client.query('DELETE FROM owners WHERE id = $1', [ownerId])
    await client.query('COMMIT')
    return await answer
  } finally {
    await client.end()
  }
}

test('its doors', async () => {
  const door = await openDoor(world)
  expect(await deletedBy(door, () => world.rpc('doorbell.doors', {}, device(door)))).toEqual([])
})

test('a ring at it', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await expect(deletedBy(door, () => world.rpc('doorbell.visit', { id }, caller))).rejects.toMatchObject({ code: 'not_found' })
})
