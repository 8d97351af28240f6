// @all: the whole life of a ring, 45 s in each browser
/** An unanswered ring, in real browsers with the app closed: they end a worker sooner than a ring, unless it keeps its event. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openAppOnce } from '#scripts/testing/push/open-app-once.ts'
import { type BrowserName, PushWorld, pushBrowsers } from '#scripts/testing/push/push-world.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const OVER_MS = 70_000
let push: PushWorld
let world: Stack
beforeAll(async () => {
  push = await PushWorld.start()
  world = await startStack({ envOf: { notify: push.env } })
})
afterAll(async () => {
  await push.stop()
  await world.stop()
})

const titlesOf = (name: string) => push.desktop.visible.flatMap(({ title }) => (title.startsWith(name) ? [title] : []))

test.each(await pushBrowsers())(
  'in a closed %s a ring that nobody answers, and one whose visitor has left, say what stays true',
  async (name) => {
    const browser = await push.browser(name as BrowserName)
    try {
      const resident = await world.resident()
      await openAppOnce(browser, resident, world.url)
      const left = world.visitor()
      const { id } = await left.ring(resident, { visitorName: 'Gina Berg', message: 'A parcel' })
      await eventually('the first ring', () => titlesOf('Gina Berg').includes('Gina Berg is at the door'))
      await left.call('doorbell.cancel', { id })
      await world.visitor().ring(resident, { visitorName: 'Mia Roth', message: 'A parcel' })
      await eventually('the second ring', () => titlesOf('Mia Roth').includes('Mia Roth is at the door'))
      await eventually('what stays true', () => titlesOf('Mia Roth').some((title) => title.startsWith('Mia Roth rang at ')), OVER_MS)
      expect([...titlesOf('Gina Berg'), ...titlesOf('Mia Roth')]).toEqual([
        expect.stringMatching(/^Gina Berg rang at /),
        expect.stringMatching(/^Mia Roth rang at /),
      ])
    } finally {
      await browser.close()
    }
  },
  150_000,
)
