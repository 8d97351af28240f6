import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { bothSeeAndHear, Party } from './party.ts'
import { type Scene, Scenes } from './scenes.ts'

let scenes: Awaited<ReturnType<typeof Scenes.shared>>
let browser: MediaBrowser
beforeAll(async () => {
  scenes = await Scenes.shared()
  browser = await MediaBrowser.launch()
})
afterAll(async () => {
  await browser?.close()
  await scenes?.stop()
})

/** A call with media whose resident is signed out on another device. @returns that device */
async function revokedInCall({ owner, visitor, resident }: Scene) {
  const pages = await Promise.all([resident, visitor].map((party) => party.opensPage(browser)))
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  for (const page of pages) {
    await page.join('call', true)
    await page.produce(['microphone', 'camera'])
  }
  await visitor.call('connected', (call) => call.state === 'connected')
  await bothSeeAndHear({ visitor, resident })
  const device = await owner.anotherDevice()
  const current = (await owner.call('auth.sessions', {})).find(({ isCurrent }) => isCurrent)
  await device.call('auth.revoke_session', { sessionId: current?.sessionId ?? '' })
  return device
}

// covers: S-session-revoked N-revoked
test('a session that is revoked in a call is silent within a second', async () => {
  const scene = await scenes.ring()
  const { visitor, resident, id } = scene
  await revokedInCall(scene)
  await visitor.call('the lost resident', (call) => call.state === 'interrupted' && call.holder === null, 1_000)
  expect(await resident.socket.closed()).toBe(1008)
  const stored = JSON.parse((await scenes.world.redis.get(`call:${id}`)) ?? '{}')
  expect(Object.keys(stored.devices)).toEqual([expect.stringMatching(/^v:/)])
  const heard = async () => (await visitor.page?.counters())?.audioBytes ?? 0
  let before = await heard()
  await eventually('the visitor to receive nothing more', async () => {
    const now = await heard()
    const silent = now === before
    before = now
    return silent
  })
  await scenes.world.clock.shift(31_000)
  await visitor.call('the end', (call) => call.state === 'ended')
})

// covers: S-session-revoked
test('another device takes over the call of a revoked session @all', async () => {
  const scene = await scenes.ring()
  const device = await revokedInCall(scene)
  const other = new Party(await device.socket(), scene.id)
  await other.call('the free call', (call) => call.state === 'interrupted' && call.holder === null)
  other.joinCall()
  await other.call('its own call', (call) => call.holder !== null)
  const page = await other.opensPage(browser)
  await page.join('call', true)
  await page.produce(['microphone', 'camera'])
  await other.call('connected', (call) => call.state === 'connected')
  await bothSeeAndHear({ visitor: scene.visitor, resident: other })
  await other.leaves()
})

test('a device that stands by leaves with its session', async () => {
  const { owner, visitor, resident, id } = await scenes.ring()
  await Promise.all([visitor, resident].map((party) => party.socket.next('call_prepare')))
  await resident.ask({ op: 'join', mode: 'prepare' })
  const device = await owner.anotherDevice()
  const current = (await owner.call('auth.sessions', {})).find(({ isCurrent }) => isCurrent)
  await device.call('auth.revoke_session', { sessionId: current?.sessionId ?? '' })
  await eventually('the device to leave', async () => {
    const { devices } = JSON.parse((await scenes.world.redis.get(`call:${id}`)) ?? '{}')
    return Object.keys(devices).length === 0
  })
  // The ring continues.
  const other = new Party(await device.socket(), id)
  other.respond(true)
  await other.call('connecting', (call) => call.state === 'connecting')
})
