// @all: settings of the network
/** Time-limited TURN credentials against a real coturn. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readConfig } from '#kit/config.ts'
import { TurnAllocation, TurnRefusal } from '#scripts/admin/check-media/turn.ts'
import { type Coturn, startCoturn } from '#scripts/testing/coturn.ts'
import { SignalingConfig } from '../src/config.ts'
import { turnServer } from '../src/domain/media/turn.ts'
import { Scenes } from './scenes.ts'

const SECRET = 'a-secret-of-thirty-two-characters'
const STUN = { urls: ['stun:stun.example'] }
const HOUR = 3_600_000
/** Within a ring's life: its call still exists. */
const LATER = 20_000
const ANSWER_MS = 5_000

type TurnUser = { readonly username: string; readonly credential: string }

let coturn: Coturn
let scenes: Scenes
beforeAll(async () => {
  coturn = await startCoturn(SECRET)
  const env = { ICE_SERVERS: JSON.stringify([STUN]), TURN_URLS: `${coturn.url},${coturn.url}?transport=tcp`, TURN_SECRET: SECRET }
  scenes = await Scenes.start({ envOf: { signaling: env } })
})
afterAll(async () => {
  await scenes?.stop()
  await coturn?.stop()
})

/** @returns `allocated`, or the code of the refusal */
async function allocate({ username, credential }: TurnUser): Promise<'allocated' | number> {
  try {
    const allocation = await TurnAllocation.open({ url: coturn.url, username, credential }, () => ANSWER_MS)
    allocation.close()
    return 'allocated'
  } catch (error) {
    if (error instanceof TurnRefusal) return error.code
    throw error
  }
}

test('a join and each ICE restart bring credentials that coturn accepts', async () => {
  const { resident, id } = await scenes.ring()
  await resident.socket.next('call_prepare')
  const joined = await resident.ask({ op: 'join', mode: 'prepare' })
  await scenes.world.clock.shift(LATER)
  const restarted = await resident.ask({ op: 'restart_ice', transportId: joined.send.id })
  const urls = [coturn.url, `${coturn.url}?transport=tcp`]
  const servers = [joined, restarted].map(({ iceServers }) => {
    expect(iceServers).toEqual([STUN, { urls, username: expect.stringMatching(`^\\d+:${id}$`), credential: expect.any(String) }])
    return iceServers[1] as TurnUser
  })
  for (const server of servers) expect(await allocate(server)).toBe('allocated')
  const [first, second] = servers.map(({ username }) => Number(username.split(':')[0]) * 1000)
  expect((first ?? 0) - Date.now()).toBeGreaterThan(HOUR)
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(LATER)
})

test('coturn refuses expired and forged credentials', async () => {
  const servers = { urls: [coturn.url], secret: SECRET }
  const inAnHour = new Date(Date.now() + HOUR)
  const expired = turnServer(servers, 1, new Date(Date.now() - 1_000))
  expect(await allocate(expired)).toBe(401)
  expect(await allocate(turnServer({ ...servers, secret: `${SECRET}.` }, 1, inAnHour))).toBe(401)
  const later = { ...expired, username: turnServer(servers, 1, inAnHour).username }
  expect(await allocate(later)).toBe(401)
  expect(await allocate(turnServer(servers, 1, inAnHour))).toBe('allocated')
})

test('TURN servers and their secret are configured together', () => {
  const read = (env: Readonly<Record<string, string>>) =>
    readConfig(SignalingConfig, { NATS_URL: 'nats://here', REDIS_URL: 'redis://here', ...env })
  const [TURN_URLS, TURN_SECRET] = ['turn:turn.example,turns:turn.example:443?transport=tcp', SECRET]
  expect(read({ TURN_URLS, TURN_SECRET }).TURN_URLS).toEqual(TURN_URLS.split(','))
  expect(() => read({ TURN_URLS })).toThrow("TURN_SECRET is needed with TURN_URLS: set it to coturn's static-auth-secret")
  expect(() => read({ TURN_SECRET })).toThrow('TURN_URLS is needed with TURN_SECRET')
  expect(() => read({ TURN_URLS, TURN_SECRET: 'short' })).toThrow('TURN_SECRET')
  for (const wrong of ['stun:turn.example', 'turn.example:3478', 'turn:turn.example?transport=sctp'])
    expect(() => read({ TURN_URLS: wrong, TURN_SECRET })).toThrow('must be turn: or turns: URLs')
})
