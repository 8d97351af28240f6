import type { Stack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

/** An activity id that no benchmark reaches. */
const NOBODYS = 900_000_000

/**
 * Fills the only sfu node to half with empty rooms and waits until it has announced them.
 * @param most how many rooms the node takes
 * @returns a function that closes them
 */
export async function filledNode(world: Stack, most: number): Promise<() => Promise<void>> {
  const [node = ''] = await world.redis.smembers('sfu:nodes')
  const rooms = Array.from({ length: Math.ceil(most / 2) }, (_, index) => ({ room: `${NOBODYS + index}.1` }))
  const announced = async () => Number(JSON.parse((await world.redis.get(`sfu:node:${node}`)) ?? '{"rooms":0}').rooms)
  for (const room of rooms) await world.rpc('sfu.open_room', room, {}, { node })
  await eventually('the node to say that it is half full', async () => (await announced()) >= rooms.length)
  return async () => {
    for (const room of rooms) await world.rpc('sfu.close_room', room, {}, { node })
    await eventually('the node to say that there is room', async () => (await announced()) < rooms.length / 2)
  }
}
