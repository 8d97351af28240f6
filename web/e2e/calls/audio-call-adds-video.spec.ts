import { expect, type Page } from '@playwright/test'
import { answer, expectTwoWay, ring, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectMedia, expectPainting } from '../media.ts'

declare global {
  interface Window {
    testSilences: string[]
  }
}

/** Records interruptions of the element that plays the other side's sound. @returns a function that reads them, connections and tracks */
async function watchSound(page: Page) {
  await page.evaluate(() => {
    window.testSilences = []
    const players = [...document.querySelectorAll('video, audio')] as HTMLMediaElement[]
    const player = players.find(({ srcObject }) => srcObject instanceof MediaStream && srcObject.getAudioTracks().length > 0)
    if (!player) throw new Error('nothing plays sound')
    if (player.muted || player.paused) window.testSilences.push('silent from the start')
    for (const event of ['pause', 'emptied', 'waiting'] as const) player.addEventListener(event, () => window.testSilences.push(event))
    player.addEventListener('volumechange', () => window.testSilences.push(player.muted ? 'muted' : 'unmuted'))
    new MutationObserver(() => {
      if (!player.isConnected) window.testSilences.push('removed')
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => soundOf(page)
}

const soundOf = (page: Page) =>
  page.evaluate(() => ({
    silences: window.testSilences,
    connections: window.testConnections.filter(({ connectionState }) => connectionState === 'connected').length,
    tracks: window.testConnections
      .flatMap((connection) => connection.getReceivers().map(({ track }) => track))
      .filter(({ kind, readyState }) => kind === 'audio' && readyState === 'live')
      .map(({ id }) => id),
  }))

const addVideo = (home: Page) => home.getByRole('button', { name: 'Turn camera on', exact: true }).click()

// covers: S-video-sound
test('one press makes an audio call a video call, and its sound goes on', async ({ openResident, openVisitor, consoleErrors }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  await answer(home, 'Audio Call')
  await Promise.all([home, door].map((page) => expectMedia(page, { video: false, audio: true })))
  const sounds = await Promise.all([home, door].map(watchSound))
  const before = await Promise.all(sounds.map((sound) => sound()))
  expect(before.map(({ silences }) => silences)).toEqual([[], []])

  await addVideo(home)
  await expectTwoWay(door, home)
  await expectPainting(door)
  for (const page of [home, door]) {
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    // Also on the visitor's page: the visitor had allowed the camera while it rang.
    await expect(page.getByLabel('You', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn camera off' })).toBeVisible()
  }
  expect(await Promise.all(sounds.map((sound) => sound()))).toEqual(before)
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_audio' })

  // The call does not become an audio call again: with the camera off it is still a video call.
  await home.getByRole('button', { name: 'Turn camera off' }).click()
  await expect(home.getByLabel('You', { exact: true })).toBeHidden()
  await expect(door.getByText('Connected', { exact: true })).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('a visitor who allowed nothing sees the added video under the card', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { devices: 'denied' })
  await ring(door, 'Marcus Bell')
  await answer(home, 'Audio Call')
  await expect(door.getByRole('button', { name: 'Turn on microphone' })).toBeVisible()
  await addVideo(home)
  await expectMedia(door, { video: true, audio: true })
  await expect(door.getByRole('button', { name: 'Turn on camera and microphone' })).toBeVisible()
  await expect(home.getByText('Marcus Bell has not turned on the camera')).toBeVisible()
})

test('a camera that is refused leaves the audio call as it is, until it is allowed', { tag: '@all' }, async ({
  openResident,
  openVisitor,
  world,
}) => {
  const { page: home, resident, context } = await openResident({ premium: true })
  await context.clearPermissions()
  await context.grantPermissions(['microphone'], { origin: world.url })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  await answer(home, 'Audio Call')
  await expectMedia(door, { video: false, audio: true })
  await addVideo(home)
  await expect(home.getByRole('heading', { name: 'Camera access error' })).toBeVisible()
  await expect(home.getByText('The call continues without your video.')).toBeVisible()
  await Promise.all([home, door].map((page) => expectMedia(page, { video: false, audio: true })))
  for (const page of [home, door]) await expect(page.getByText('Audio call in progress...')).toBeVisible()

  await home.getByRole('button', { name: 'Continue without video' }).click()
  await expect(home.getByRole('heading', { name: 'Camera access error' })).toBeHidden()
  await context.grantPermissions(['camera'], { origin: world.url })
  await addVideo(home)
  await expectTwoWay(door, home)
})
