/** A ring reaches a closed Firefox, and "Answer" on its notification is the call. */
import { expect } from '@playwright/test'
import { FirefoxBrowser } from '#scripts/testing/push/firefox-browser.ts'
import { openAppOnce } from '#scripts/testing/push/open-app-once.ts'
import { PushWorld, pushBrowsers } from '#scripts/testing/push/push-world.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { hangUp, ring } from '../actions.ts'
import { test as base, useStack } from '../fixtures.ts'
import { expectMedia } from '../media.ts'

const test = base.extend<object, { push: PushWorld }>({
  push: [
    async ({ playwright: _ }, use) => {
      const push = await PushWorld.start()
      await use(push)
      await push.stop()
    },
    { scope: 'worker' },
  ],
  world: [({ payments, push }, use) => useStack({ payments, envOf: { notify: push.env } }, use), { scope: 'worker', timeout: 180_000 }],
})

const hearsVisitor = () =>
  [...document.querySelectorAll('audio, video')].some((element) => {
    const stream = (element as HTMLMediaElement).srcObject
    // A track of a peer connection is muted until its first packet.
    return stream instanceof MediaStream && stream.getAudioTracks().some(({ muted, readyState }) => !muted && readyState === 'live')
  })

// covers: S-push-answer-firefox
test('a press on "Answer" while Firefox shows no page connects the call', { tag: '@all' }, async ({ openVisitor, push, world }) => {
  test.setTimeout(120_000)
  // Without Firefox this prints the reason; in continuous integration it throws.
  if (!(await pushBrowsers()).includes('Firefox')) return
  const firefox = await push.browser('Firefox')
  if (!(firefox instanceof FirefoxBrowser)) throw new Error('not a Firefox')
  const resident = await world.resident({ premium: true })
  await openAppOnce(firefox, resident, world.url)
  const { page: door } = await openVisitor(resident)
  await ring(door)
  const shown = await eventually('the notification', () => push.desktop.visible.find(({ app }) => app === 'Firefox'), 15_000)
  expect(shown.title).toBe('Vera Visitor is at the door')
  expect(await firefox.pageAt(world.url)).toBeUndefined()
  push.desktop.press(shown, 'Answer')
  await expect(door.getByText('Call Accepted!')).toBeVisible()
  await expectMedia(door, { video: false, audio: true })
  const app = await eventually('the page', () => firefox.pageAt(world.url))
  await eventually('the voice of the visitor', () => app.evaluate(hearsVisitor), 15_000)
  await hangUp(door)
  await eventually('the end', async () => (await app.evaluate(() => document.body.innerText)).includes('Call Ended'))
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_audio' })
})
