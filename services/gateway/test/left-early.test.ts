// @all: what is logged
/** A client that disconnects during a film or a photo, as a player that seeks does, causes no error log; a complete ring is accepted. */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { LIMITS } from '#proto/limits.ts'
import { makeFilm } from '#scripts/testing/films.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

/** More than the connections' buffers hold. */
const LARGE = 40_000_000
let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'signaling', 'gateway'] })
})
afterAll(() => world.stop())

/** Whether doorbell has counted an operation. */
const isCounted = async (operation: string) =>
  (await (await fetch(`${world.httpOf('doorbell')}/metrics`)).text()).includes(`doorbell_operations_total{operation="${operation}"`)
const problems = () =>
  (['gateway', 'doorbell'] as const).flatMap((name) =>
    world
      .service(name)
      .log.split('\n')
      .filter((line) => /"level":"error"|^\s+at |Error:/.test(line)),
  )

test('a film that is left early', async () => {
  const person = await world.resident({ premium: true })
  const id = await makeFilm(world, person, (await world.visitor().ring(person)).id)
  const folder = join(world.filesDir, 'films')
  for (const name of readdirSync(folder))
    if (statSync(join(folder, name)).size > 1_000) writeFileSync(join(folder, name), Buffer.alloc(LARGE))
  const headers = { cookie: person.client.cookieHeader, range: 'bytes=10-' }
  await new Promise<void>((resolve, reject) => {
    const film = request(`${world.url}/api/films/${id}/video`, { headers }, (response) => {
      expect([response.statusCode, response.headers['content-range']]).toEqual([206, `bytes 10-${LARGE - 1}/${LARGE}`])
      response.once('data', () => response.destroy()).once('close', resolve)
    })
    film.once('error', reject).end()
  })
  await eventually('the end of the film', () => isCounted('doorbell.film'))
  expect(problems()).toEqual([])
})

test('a photo whose sender leaves', async () => {
  const person = await world.resident()
  const visitor = world.visitor()
  const { id } = await visitor.ring(person)
  const headers = { cookie: visitor.client.cookieHeader, origin: world.url, 'content-type': 'image/jpeg', 'content-length': '1000000' }
  const sendAndLeave = () =>
    new Promise<void>((resolve) => {
      const photo = request(`${world.url}/api/doorbell/visits/${id}/photo`, { method: 'PUT', headers })
      photo.once('error', () => resolve()).write(Buffer.alloc(200_000), () => photo.destroy(new Error('left')))
    })
  // A client that disconnects immediately may do so before doorbell is called.
  await eventually('the end of a photo', async () => {
    await sendAndLeave()
    return isCounted('doorbell.put_photo')
  })
  expect(problems()).toEqual([])
})

test('a complete ring whose sender leaves while it waits for its turn', async () => {
  const person = await world.resident()
  const { address } = world.visitor().client
  const send = (visitorName: string) => {
    const body = JSON.stringify({ visitorName, message: 'I am off.' })
    const headers = { origin: world.url, 'content-type': 'application/json', 'content-length': body.length }
    const options = { method: 'POST', headers, localAddress: address, family: 4, agent: false }
    const ring = request(`${world.url}/api/doorbell/ring/${person.user.qrCodeId}`, options, (response) => response.resume())
    return ring.once('error', () => undefined).end(body)
  }
  const areCounted = (rings: number) =>
    eventually(`${rings} counted rings`, async () => {
      const keys = await world.redis.keys(`limit:ring:address:${address}:*`)
      const counts = keys.length ? await world.redis.mget(keys) : []
      return counts.reduce((sum, count) => sum + Number(count), 0) === rings
    })
  for (let sent = 1; sent < LIMITS.ring.max; sent += 1) send('Gus Goes-First')
  await areCounted(LIMITS.ring.max - 1)
  const last = send('Lena Left')
  // Once counted, it is read.
  await areCounted(LIMITS.ring.max)
  last.destroy()
  const names = async () => (await person.call('doorbell.activities', { limit: 50 })).map(({ visitorName }) => visitorName)
  await eventually('the ring', async () => (await names()).includes('Lena Left'))
  expect(problems()).toEqual([])
})
