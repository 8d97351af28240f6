import { expect, type Page } from '@playwright/test'
import { answer, chatBox, expectTwoWay, ring, startVideoCall } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { asksForDevices, hasNoCamera, hasNoSpeakerChoice, hasTwoCameras, receivesWeakScores, refusesSound } from '../degraded-browsers.ts'
import { test } from '../fixtures.ts'
import { expectMedia, expectPainting } from '../media.ts'

const remote = (page: Page) => page.getByLabel('Video from the resident')
const isMuted = (page: Page) => remote(page).evaluate((video) => (video as HTMLVideoElement).muted)

/** The id of the sent video track, which changes whenever a camera is opened. */
const sentPicture = (page: Page) =>
  page.evaluate(() => {
    const tracks = window.testConnections.flatMap((connection) => connection.getSenders().map(({ track }) => track))
    return tracks.find((track) => track?.kind === 'video' && track.readyState === 'live')?.id
  })

test('blocked autoplay starts the video muted, and one tap unmutes', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { degraded: [refusesSound] })
  await startVideoCall(door, home)
  const tap = door.getByRole('button', { name: 'Tap to hear' })
  await expect(tap).toBeVisible()
  expect(await isMuted(door)).toBe(true)
  await expectPainting(door)
  await tap.click()
  await expect(tap).toBeHidden()
  expect(await isMuted(door)).toBe(false)
  await expectPainting(door)
})

test('the resident learns that the visitor’s browser cannot make calls', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { degraded: [hasNoCamera] })
  await ring(door, 'Marcus Bell')
  await answer(home, 'Video Call')
  await expect(home.getByText("Marcus Bell's browser cannot make calls. You can write to them.")).toBeVisible({ timeout: 3_000 })
  await expect(home.getByText('Connecting...')).toBeHidden()
  await home.getByRole('button', { name: 'Write', exact: true }).click()
  await expect(chatBox(home)).toBeVisible()
})

test('the call says that the browser asks for the microphone, until it is allowed', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true, degraded: [asksForDevices] })
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await answer(home, 'Audio Call')
  const note = home.getByText('Please allow the microphone when your browser asks')
  await expect(note).toBeVisible()
  await expectNone(home)
  await home.evaluate(() => window.promptAnswered())
  await expect(note).toBeHidden()
  await expect(home.getByRole('timer', { name: 'Call time' })).toBeVisible()
})

test('a weak connection is indicated', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { degraded: [receivesWeakScores] })
  await startVideoCall(door, home)
  await expect(door.getByText('Weak connection')).toBeVisible()
  await expect(home.getByText('Weak connection')).toBeHidden()
})

test('a browser without speaker selection mutes the other side instead', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { degraded: [hasNoSpeakerChoice] })
  await startVideoCall(door, home)
  await door.getByRole('button', { name: 'More' }).click()
  await door.getByRole('button', { name: 'Turn sound off' }).click()
  await expect(door.getByText('Sound is off. This browser cannot switch speakers.')).toBeVisible()
  expect(await isMuted(door)).toBe(true)
  await door.getByRole('button', { name: 'Turn sound on' }).click()
  expect(await isMuted(door)).toBe(false)
})

for (const behind of ['works', 'broken'] as const)
  test(`flip: ${behind === 'works' ? 'the rear camera is sent when it opens' : 'the front camera stays when the rear one fails'}`, {
    tag: '@all',
  }, async ({ openResident, openVisitor }) => {
    const { page: home, resident } = await openResident({ premium: true })
    const { page: door } = await openVisitor(resident, { degraded: [[hasTwoCameras, behind]] })
    await startVideoCall(door, home)
    const self = door.getByLabel('You', { exact: true })
    await expect(self).toHaveClass(/mirror/)
    const before = await sentPicture(door)
    await door.getByRole('button', { name: 'Flip' }).click()
    await expect.poll(() => sentPicture(door)).not.toBe(before)
    if (behind === 'works') await expect(self).not.toHaveClass(/mirror/)
    await expectMedia(home, { video: true, audio: true })
    if (behind === 'broken') await expect(self).toHaveClass(/mirror/)
    await expectTwoWay(door, home)
  })
