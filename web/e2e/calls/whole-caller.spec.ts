import { expect, type Locator } from '@playwright/test'
import { answer, ring, startVideoCall, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectPainting } from '../media.ts'

/** Of the picture's height and width, what is on the stage. */
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
