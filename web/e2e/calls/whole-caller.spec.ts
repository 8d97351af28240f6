import { expect, type Locator } from '@playwright/test'
import { answer, ring, startVideoCall, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectPainting } from '../media.ts'

/** The visible share of the picture's height and width. */
const shownShare = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => {
    const { objectFit } = getComputedStyle(element)
    const scales = [element.clientWidth / element.videoWidth, element.clientHeight / element.videoHeight]
    const scale = objectFit === 'contain' ? Math.min(...scales) : Math.max(...scales)
    const share = (stage: number, picture: number) => Math.min(1, stage / (picture * scale))
    return Math.min(share(element.clientWidth, element.videoWidth), share(element.clientHeight, element.videoHeight))
  })

test('the whole caller is visible in a differently shaped view', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await home.setViewportSize({ width: 390, height: 844 })
  await startVideoCall(door, home)
  const [visitor, owner] = [home.locator('#remote-video'), door.getByLabel('Video from the resident')]
  for (const picture of [visitor, owner]) await expect.poll(() => shownShare(picture)).toBeGreaterThan(0.99)
  await Promise.all([expectPainting(home), expectPainting(door)])

  await visitor.dblclick()
  await expect.poll(() => shownShare(visitor)).toBeLessThan(0.8)
  await visitor.dblclick()
  await expect.poll(() => shownShare(visitor)).toBeGreaterThan(0.99)
})

test('a resident without a camera still sees the visitor', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true, devices: 'denied' })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  await answer(home, 'Video Call')
  await expectPainting(home)
  const panel = await home.getByRole('alert').filter({ hasText: 'Camera access error' }).boundingBox()
  const stage = home.viewportSize()
  expect(panel?.y).toBeGreaterThan((stage?.height ?? 0) / 2)
})

test('unused controls fade off the visitor, and a press on them only shows them', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  const controls = home.getByRole('toolbar')
  const mute = home.getByRole('button', { name: 'Mute' })
  const { x, y, width } = (await mute.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await home.mouse.move(x + width / 2, y + width / 2)
  await expect(controls).toHaveCSS('opacity', '0')
  // A timer that was started before the clock is installed would still run by the real clock.
  await home.clock.install()
  await home.mouse.down()
  await home.mouse.up()
  await expect(controls).toHaveCSS('opacity', '1')
  await expect(mute).toBeVisible()
  await home.mouse.down()
  await home.mouse.up()
  await expect(home.getByRole('button', { name: 'Unmute' })).toBeVisible()

  // Keyboard focus keeps the controls visible.
  await home.keyboard.press('Tab')
  await home.clock.runFor(8_000)
  await expect(controls).toHaveCSS('opacity', '1')
})
