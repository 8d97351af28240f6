/** Real browsers ring with the app closed, through the suite's own push services (scripts/testing/push). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Resident } from '#scripts/testing/people.ts'
import { openAppOnce } from '#scripts/testing/push/open-app-once.ts'
import type { PushBrowser } from '#scripts/testing/push/push-browser.ts'
import { type BrowserName, PushWorld, pushBrowsers } from '#scripts/testing/push/push-world.ts'
import { report } from '#scripts/testing/report.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { visitorPhoto } from './devices.ts'

const RINGS = 20
const ANSWERED = 10
const LIFE_MS = 15_000
/** Not five seconds later, when a worker that does not wait asks again. */
const CLOSED_WITHIN_MS = 3_000

let push: PushWorld
let world: Stack
beforeAll(async () => {
  push = await PushWorld.start()
  world = await startStack({ envOf: { notify: push.env, doorbell: { RING_LIFE_MS: String(LIFE_MS) } } })
})
afterAll(async () => {
  await push.stop()
  await world.stop()
})

const isClosed = async (browser: PushBrowser) => (await browser.pageUrls()).every((url) => !url.startsWith(world.url))
const titled = (text: string | RegExp) =>
  eventually(
    `"${text}" on the desktop`,
    () => push.desktop.visible.find(({ title }) => (typeof text === 'string' ? title === text : text.test(title))),
    20_000,
  )
/** From the table: an account may not query as often as a test does. */
const outcomeOf = async (id: number) =>
  (await world.postgres<{ outcome: string | null }>('doorbell', 'SELECT outcome FROM activities WHERE id = $1', [id]))[0]?.outcome
const percentile = (values: readonly number[], share: number) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]

for (const name of await pushBrowsers()) {
  describe(name, () => {
    // Every change needs one browser.
    const tag = name === 'Chromium' ? '' : ' @all'
    let browser: PushBrowser
    let resident: Resident
    beforeAll(async () => {
      browser = await push.browser(name as BrowserName)
      resident = await world.resident({ premium: true })
      await openAppOnce(browser, resident, world.url)
    })
    afterAll(() => browser.close())

    // covers: S-push-app-closed
    test(`twenty of twenty rings are shown while no page of the app is open${tag}`, async () => {
      expect(await isClosed(browser)).toBe(true)
      for (let count = 1; count <= RINGS; count += 1) {
        const visitor = world.visitor()
        const ring = await visitor.ring(resident, { visitorName: `Visitor ${count}`, message: 'A parcel' })
        const shown = await titled(`Visitor ${count} is at the door`)
        expect(shown.buttons).toEqual(expect.arrayContaining(['Answer', 'Message']))
        await visitor.call('doorbell.cancel', { id: ring.id })
      }
      const [device] = await eventually('every report', async () => {
        const devices = await resident.call('notify.devices', {})
        return devices[0]?.ringTimes.length === RINGS ? devices : undefined
      })
      const times = device?.ringTimes ?? []
      report(`${name}: from commit to shown p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms`)
      expect(await isClosed(browser)).toBe(true)
    })

    // covers: S-push-answered-elsewhere
    test('an answer elsewhere closes the notification, and a miss says what stays true @all', async () => {
      const other = await resident.anotherDevice()
      const isShown = async (id: number) =>
        (
          await world.postgres<{ shown: boolean }>('notify', 'SELECT shown_at IS NOT NULL AS shown FROM pushes WHERE activity_id = $1', [
            id,
          ])
        )[0]?.shown
      const times: number[] = []
      for (let count = 1; count <= ANSWERED; count += 1) {
        const { id } = await world.visitor().ring(resident, { visitorName: `Caller ${count}`, message: 'A parcel' })
        await titled(`Caller ${count} is at the door`)
        await eventually('the report', () => isShown(id))
        const answered = performance.now()
        await other.call('doorbell.handle', { id, handledType: 'message' })
        await eventually('an empty desktop', () => !push.desktop.visible.some(({ title }) => title.startsWith('Caller')))
        times.push(Math.round(performance.now() - answered))
      }
      report(
        `${name}: from an answer elsewhere to the closed notification p50 ${percentile(times, 0.5)} ms, at most ${Math.max(...times)} ms`,
      )
      await world.visitor().ring(resident, { visitorName: 'Mia Roth', message: 'A parcel' })
      await titled('Mia Roth is at the door')
      await titled(/^Mia Roth rang at /)
      expect(push.desktop.visible.filter(({ title }) => title.startsWith('Mia Roth'))).toHaveLength(1)
      // A browser that considers a push as silent shows a notification of its own that says so.
      const ours = /^((Visitor \d+|Caller \d+|Mia Roth) (is at the door|rang at .*)|New device signed in)$/
      const others = push.desktop.shown.filter(({ app, title }) => app === name && !ours.test(title))
      expect(others.map(({ title }) => title)).toEqual([])
    })

    // Firefox shows none.
    if (name === 'Chromium')
      test("the visitor's photo is added to what stands there already", async () => {
        const photo = await visitorPhoto()
        const { id } = await world.visitor().ring(resident, { visitorName: 'Nora Held', message: 'A parcel', photo })
        const first = await titled('Nora Held is at the door')
        const withPhoto = await eventually('the photo', () => push.desktop.visible.find(({ body }) => body.includes('<img')), 10_000)
        expect(withPhoto).toMatchObject({ title: 'Nora Held is at the door', replaced: first.id, buttons: first.buttons })
        report(`from the ring to the notification with the visitor's photo ${Math.round(withPhoto.at - first.at)} ms`)
        await resident.call('doorbell.handle', { id, handledType: 'dismissed' })
        await eventually('an empty desktop', () => !push.desktop.visible.some(({ title }) => title.startsWith('Nora')), CLOSED_WITHIN_MS)
      })

    test(`a press on "Answer" opens the live ring${tag}`, async () => {
      const { id } = await world.visitor().ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
      push.desktop.press(await titled('Ana Lima is at the door'), 'Answer')
      await eventually('the page', async () => (await browser.pageUrls()).some((url) => url.startsWith(world.url)))
      const { outcome } = await eventually('what became of the ring', async () =>
        (await resident.activities()).find((activity) => activity.id === id),
      )
      expect([null, 'answered_audio']).toContain(outcome)
    })

    test('what was sent while the browser was closed is shown as missed after its start @all', async () => {
      await browser.close()
      const { id } = await world.visitor().ring(resident, { visitorName: 'Tom Keller', message: 'Meter reading' })
      await eventually('the miss', async () => (await outcomeOf(id)) === 'missed', LIFE_MS + 10_000)
      await browser.start()
      await titled(/^Missed: Tom Keller, /)
      expect(push.desktop.shown.filter(({ title }) => title.startsWith('Tom Keller'))).toEqual([])
    })
  })
}
