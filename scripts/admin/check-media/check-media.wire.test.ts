import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { TemporaryAccount } from '../temporary-account.ts'
import { checkMedia } from './check-media.ts'

const PATIENCE = { patienceMs: 10_000, everyMs: 50 } as const

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

async function callsReady(): Promise<void> {
  await eventually(
    'a media node',
    async () => {
      const nodes = await Promise.all((await world.redis.smembers('sfu:nodes')).map((id) => world.redis.get(`sfu:node:${id}`)))
      return nodes.some((node) => JSON.parse(node ?? '{"preparing":true}').preparing === false)
    },
    30_000,
  )
}

test('UDP and TCP of each media port of a running product answer', async () => {
  await callsReady()
  const api = { url: world.url }
  const account = await TemporaryAccount.register(api, 'media-check')
  const { id } = account.resident.user
  try {
    await world.rpc('billing.grant', { userId: id, by: 'test' })
    const { works, paths, unreachable } = await checkMedia(account, api, PATIENCE)
    expect(paths.filter(({ problem }) => problem !== null)).toEqual([])
    expect({ works, unreachable }).toEqual({ works: true, unreachable: [] })
    const portsBy = (kind: string) => paths.flatMap(({ path, to }) => (path === kind ? [to] : [])).toSorted()
    expect(portsBy('UDP').length).toBeGreaterThan(0)
    expect(portsBy('TCP')).toEqual(portsBy('UDP'))
  } finally {
    await account.delete()
    await account.resident.leave()
  }
  await eventually('the account to be gone', () =>
    world.rpc('auth.find_user', { username: account.resident.user.username }).then(
      () => false,
      ({ code }) => code === 'not_found',
    ),
  )
})

test('an account that does not become Premium is said so', async () => {
  const api = { url: world.url }
  const account = await TemporaryAccount.register(api, 'media-check')
  try {
    const checking = checkMedia(account, api, { patienceMs: 0, everyMs: 1 })
    await expect(checking).rejects.toThrow(`The account ${account.resident.user.username} has not become Premium.`)
  } finally {
    await account.delete()
    await account.resident.leave()
  }
})
