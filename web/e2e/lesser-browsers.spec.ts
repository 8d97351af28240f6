import { expect, type Page } from '@playwright/test'
import { expectTwoWay, startVideoCall } from './actions.ts'
import { test } from './fixtures.ts'
import { hasNoSpeakerChoice, hasTwoCameras, hearsWeakScores, refusesSound } from './lesser-browsers.ts'
import { expectMedia, expectPainting } from './media.ts'

const remote = (page: Page) => page.getByLabel('Video from the resident')
const isMuted = (page: Page) => remote(page).evaluate((video) => (video as HTMLVideoElement).muted)

/** The picture that goes out: another one after every opening of a camera. */
const sentPicture = (page: Page) =>
  page.evaluate(() => {
    const tracks = window.testConnections.flatMap((connection) => connection.getSenders().map(({ track }) => track))
    return tracks.find((track) => track?.kind === 'video' && track.readyState === 'live')?.id
  })

test('where the browser refuses sound the picture starts without it, and one tap brings the voice', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { lesser: [refusesSound] })
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

test('a weak connection is named', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { lesser: [hearsWeakScores] })
  await startVideoCall(door, home)
  await expect(door.getByText('Weak connection')).toBeVisible()
  await expect(home.getByText('Weak connection')).toBeHidden()
})

test('a browser that cannot choose a speaker silences the other side, and says so', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { lesser: [hasNoSpeakerChoice] })
  await startVideoCall(door, home)
  await door.getByRole('button', { name: 'More' }).click()
  await door.getByRole('button', { name: 'Turn sound off' }).click()
  await expect(door.getByText('Sound is off. This browser cannot choose a speaker.')).toBeVisible()
  expect(await isMuted(door)).toBe(true)
  await door.getByRole('button', { name: 'Turn sound on' }).click()
  expect(await isMuted(door)).toBe(false)
})

for (const behind of ['works', 'broken'] as const)
  test(`flip: where the camera behind ${behind === 'works' ? 'opens it is sent' : 'does not open the one in front goes on'}`, async ({
    openResident,
    openVisitor,
  }) => {
    const { page: home, resident } = await openResident({ premium: true })
    const { page: door } = await openVisitor(resident, { lesser: [[hasTwoCameras, behind]] })
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
