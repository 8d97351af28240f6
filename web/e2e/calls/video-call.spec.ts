import { expect } from '@playwright/test'
import { answer, expectEnded, expectTwoWay, hangUp, ring, startVideoCall, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectNoTracks, paintedFrames } from '../media.ts'
import { expectOnlyOurLines } from '../remote-descriptions.ts'

// covers: S-end-call S-tracks-stop T-call-ended W-ended
test('a video call connects both sides, and End releases the cameras', async ({ openResident, openVisitor, consoleErrors }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  const shown: string[] = []
  door.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"media_shown"')) shown.push(String(payload))
    }),
  )
  await startVideoCall(door, home)
  await expect.poll(() => shown).toEqual([expect.stringContaining('"path":"udp"')])
  await expect.poll(() => paintedFrames(home)).toBeGreaterThan(5)
  await expect.poll(() => paintedFrames(door)).toBeGreaterThan(5)
  await expect(home.getByText('Connected').first()).toBeVisible()
  await expect(home.getByText(/^\d+:(?!00)\d\d/).first()).toBeVisible()
  for (const page of [home, door]) await expectOnlyOurLines(page, '127.0.0.1')

  await hangUp(home)
  await Promise.all([expectEnded(home), expectEnded(door)])
  await Promise.all([expectNoTracks(home), expectNoTracks(door)])
  // The duration is recorded after both pages have been updated.
  await expect.poll(async () => (await resident.activities())[0]?.callSeconds).toBeGreaterThanOrEqual(1)
  expect((await resident.activities())[0]?.outcome).toBe('answered_video')
  expect(consoleErrors).toEqual([])
})

test('the preloaded call view is hidden while ringing and shown on answer', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  const picture = home.locator('#remote-video')
  await expect(picture).toBeAttached()
  await expect(picture).toBeHidden()
  await expect(home.getByRole('toolbar')).toHaveCount(0)
  const stoodBy = await picture.elementHandle()
  await answer(home, 'Video Call')
  await expectTwoWay(door, home)
  expect(await stoodBy?.isVisible()).toBe(true)
  await hangUp(home)
  await expectEnded(home)
})

test('consumers resumed during a slow setup still show the picture', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { degraded: [slowToWire] })
  let prepared = 0
  let resumed = 0
  door.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      prepared += payload.toString().split('"producerPaused":true').length - 1
      if (payload.toString().includes('"consumer_resumed"')) resumed += 1
    }),
  )
  await ring(door)
  await turnOnCamera(door)
  await expect.poll(() => prepared, { message: 'camera and microphone must be prepared while it rings' }).toBeGreaterThanOrEqual(2)
  await answer(home, 'Video Call')
  await expect.poll(() => resumed, { message: 'camera and microphone must be resumed to flow' }).toBeGreaterThanOrEqual(2)
  await door.evaluate(() => document.dispatchEvent(new Event('wire')))
  await expectTwoWay(door, home)
  await hangUp(home)
  await expectEnded(home)
})

/** Runs in the page: delays every remote description until the test dispatches `wire`. */
function slowToWire(): void {
  const said = new Promise((resolve) => document.addEventListener('wire', resolve, { once: true }))
  const native = RTCPeerConnection.prototype.setRemoteDescription
  RTCPeerConnection.prototype.setRemoteDescription = async function (this: RTCPeerConnection, description: RTCSessionDescriptionInit) {
    await said
    await Reflect.apply(native, this, [description])
  } as typeof native
}
