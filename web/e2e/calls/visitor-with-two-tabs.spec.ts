import { type BrowserContext, expect, type Page } from '@playwright/test'
import { answer, expectTwoWay, expectWaiting, hangUp, ring, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectMedia, expectNoTracks } from '../media.ts'

/** The visitor opens the same door again while it rings. */
async function openTab(context: BrowserContext, first: Page): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(first.url())
  await expectWaiting(tab)
  await expect(tab.getByRole('button', { name: 'Turn on camera and microphone' })).toBeVisible()
  await tab.evaluate(watchDevices)
  return tab
}

/** Runs in the page: records whether it asked for a device. */
function watchDevices(): void {
  const native = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = (constraints) => {
    document.body.dataset.asked = ''
    return native(constraints)
  }
}

const otherTab = (page: Page) => page.getByText('This call is open in another tab.')
const selfView = (page: Page) => page.getByLabel('You', { exact: true })
const hasSound = (page: Page) => page.getByLabel('Video from the resident').evaluate((video) => !(video as HTMLVideoElement).muted)

/** The page shows the resident without sound, and its devices are closed. */
async function expectSilent(page: Page): Promise<void> {
  await expect(otherTab(page)).toBeVisible()
  await expect(selfView(page)).toBeHidden()
  await expectNoTracks(page)
  expect(await hasSound(page)).toBe(false)
}

// covers: S-two-tabs
test('a visitor with two tabs speaks from one and takes over in the other', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: first, context } = await openVisitor(resident)
  await ring(first, 'Marcus Bell')
  await turnOnCamera(first)
  const second = await openTab(context, first)
  await answer(home, 'Video Call')
  await expectTwoWay(first, home)
  await expectMedia(second, { video: true, audio: true })
  await expectSilent(second)
  await expect(second.locator('body')).not.toHaveAttribute('data-asked')
  expect(await hasSound(first)).toBe(true)

  await second.getByRole('button', { name: 'Continue here' }).click()
  await expectTwoWay(second, home)
  await expectSilent(first)
  await expect(otherTab(second)).toBeHidden()
  await expect(second.locator('body')).toHaveAttribute('data-asked')
  expect(await hasSound(second)).toBe(true)

  await second.close()
  const card = first.getByRole('button', { name: 'Turn on camera and microphone' })
  await expect(card).toBeVisible({ timeout: 15_000 })
  expect(await hasSound(first)).toBe(true)
  await card.click()
  await expectTwoWay(first, home)
  for (const page of [first, home]) await expect(page.getByText(/Continued on|continues on another device/)).toHaveCount(0)
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_video', callSeconds: null })
})

// covers: S-two-tabs
test('at the answer the newest tab of a visitor speaks, and either tab ends the call', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: first, context } = await openVisitor(resident)
  await ring(first, 'Marcus Bell')
  const second = await openTab(context, first)
  await answer(home, 'Video Call')
  // Devices that were permitted before the answer are opened at the answer, in one tab only.
  await expectTwoWay(second, home)
  await expectSilent(first)
  await hangUp(first)
  for (const page of [first, second]) await expect(page.getByRole('heading', { name: 'Call Ended', exact: true })).toBeVisible()
  await expectNoTracks(second)
})
