// @all: the arithmetic of proto/limits.ts, at the size of an office
/** An office of 50 residents with two tabs each behind one address stays below the limits (arithmetic in proto/limits.ts). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { LIMITS, TIME } from '#proto/limits.ts'
import { HttpClient } from '#scripts/testing/http-client.ts'
import { nextAddress, type Resident } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { TestSocket } from '#scripts/testing/socket.ts'

const RESIDENTS = 50
const TABS = 2
const MINUTE = 60_000
const POLLS = MINUTE / TIME.activitiesPoll
/** What a tab reads when it is opened. */
const OPENING = [
  '/api/activities',
  '/api/doors',
  '/api/notifications',
  '/api/notifications/unread',
  '/api/preferences',
  '/api/subscription',
]

let world: SharedClockStack
let office: string
const tabs: HttpClient[] = []
beforeAll(async () => {
  world = await sharedClockStack()
  office = nextAddress()
  for (let begun = 0; begun < RESIDENTS; begun += 10) {
    const residents = await Promise.all(Array.from({ length: 10 }, () => world.resident()))
    for (const resident of residents) for (let tab = 0; tab < TABS; tab += 1) tabs.push(tabOf(resident))
  }
})
afterAll(async () => {
  await Promise.all(tabs.map((tab) => tab.close()))
  await world?.close()
})

/** A tab of a resident's browser, at the office's address. */
function tabOf(resident: Resident): HttpClient {
  const tab = new HttpClient(world.url, office)
  for (const [name, value] of resident.client.cookies) tab.cookies.set(name, value)
  return tab
}

const nextMinute = (): Promise<void> => world.clock.shift(MINUTE - (world.clock.now() % MINUTE))

/** Every tab reads every path. @returns the statuses there were */
async function read(paths: readonly string[]): Promise<number[]> {
  const statuses = new Set<number>()
  for (const path of paths) await Promise.all(tabs.map(async (tab) => statuses.add((await tab.http(path)).status)))
  return [...statuses]
}
const polls = Array.from({ length: POLLS }, () => '/api/activities')

test('an office opening all its tabs in one minute is not limited', async () => {
  await nextMinute()
  expect(await read(['/api/user', ...OPENING, ...polls])).toEqual([200])
  const url = world.url.replace('http', 'ws')
  const sockets = await Promise.all(tabs.map((tab) => TestSocket.open(`${url}/ws`, { cookie: tab.cookieHeader, address: office })))
  await nextMinute()
  expect(await read(polls)).toEqual([200])
  for (const socket of sockets) socket.cut()
  // More than the address may send without a session: the residents were counted.
  expect(tabs.length * POLLS).toBeGreaterThan(LIMITS.read.max)
})

test('a stranger at the office’s address has the anonymous limit', async () => {
  await nextMinute()
  const stranger = new HttpClient(world.url, office)
  const door = async () => (await stranger.http('/api/doorbell/doors/nobody')).status
  const first = new Set<number>()
  for (let asked = 0; asked < LIMITS.read.max; asked += 50)
    for (const status of await Promise.all(Array.from({ length: 50 }, door))) first.add(status)
  expect([...first]).toEqual([404])
  expect(await door()).toBe(429)
  expect(await read(['/api/activities'])).toEqual([200])
  await stranger.close()
})

test('a single resident has the limit of one resident', async () => {
  await nextMinute()
  const [tab] = tabs
  const ask = async () => (await tab?.http('/api/notifications/unread'))?.status ?? 0
  const statuses = new Set<number>()
  for (let asked = 0; asked < LIMITS.read.max; asked += 50)
    for (const status of await Promise.all(Array.from({ length: 50 }, ask))) statuses.add(status)
  expect([...statuses]).toEqual([200])
  expect(await ask()).toBe(429)
  expect((await tabs.at(-1)?.http('/api/notifications/unread'))?.status).toBe(200)
})
