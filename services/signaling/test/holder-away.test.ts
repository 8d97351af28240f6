// @all: ten seconds of a call whose device is gone; the pure rules show the states
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import { bothSeeAndHear, Party } from './party.ts'
import { Scenes } from './scenes.ts'

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

test('a call whose device is gone is offered to another one, which takes it over; the visitor learns of no device', async () => {
  const { owner, visitor, resident, id } = await scenes.ring()
  const pages = await Promise.all([resident, visitor].map((party) => party.opensPage(browser)))
  resident.respond(true)
  for (const page of pages) {
    await page.join('call', true)
    await page.produce(['microphone', 'camera'])
  }
  await visitor.call('connected', (call) => call.state === 'connected')
  const other = new Party(await (await owner.anotherDevice()).socket(), id)
  await other.call('the call of the first device', (call) => call.state === 'connected')
  other.joinCall()
  expect(await other.socket.next('error')).toMatchObject({ code: 'answered_elsewhere' })
  await resident.leaves()
  await other.call('the interrupted call', (call) => call.state === 'interrupted' && !call.holderAway)
  await scenes.world.clock.shift(10_000)
  await other.call('the offer', (call) => call.holderAway === true)
  other.joinCall()
  await other.call('its own call', (call) => !call.holderAway && call.holder !== null)
  const page = await other.opensPage(browser)
  await page.join('call', true)
  await page.produce(['microphone', 'camera'])
  await other.call('connected', (call) => call.state === 'connected')
  await bothSeeAndHear({ visitor, resident: other })
  expect(JSON.stringify(visitor.calls)).not.toContain('holderAway')
  const back = new Party(await owner.socket(), id)
  await back.call('the call of the other device', (call) => call.holder !== null && !call.holderAway)
  await expect(back.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  await other.leaves()
})
