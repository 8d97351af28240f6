import { expect } from '@playwright/test'
import { answer, expectEnded, expectTwoWay, hangUp, ring, startVideoCall, turnOnCamera } from './actions.ts'
import { test } from './fixtures.ts'
import { expectNoTracks, paintedFrames } from './media.ts'

test('a premium resident and a visitor see and hear each other, and after End no camera stays on [S-end-call] [S-tracks-stop] [T-call-ended] [W-ended]', async ({
  openResident,
  openVisitor,
  consoleErrors,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await expect.poll(() => paintedFrames(home)).toBeGreaterThan(5)
  await expect.poll(() => paintedFrames(door)).toBeGreaterThan(5)
  await expect(home.getByText('Connected').first()).toBeVisible()
  await expect(home.getByText(/^0?0:0[1-9]/).first()).toBeVisible()

  await hangUp(home)
  await Promise.all([expectEnded(home), expectEnded(door)])
  await Promise.all([expectNoTracks(home), expectNoTracks(door)])
  // The seconds are written down after both pages have been told.
  await expect.poll(async () => (await resident.activities())[0]?.callSeconds).toBeGreaterThanOrEqual(1)
  expect((await resident.activities())[0]?.outcome).toBe('answered_video')
  expect(consoleErrors).toEqual([])
})

test('while it rings the call’s view stands by, unseen and out of reach, and the answer shows that same view', async ({
  openResident,
  openVisitor,
}) => {
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

test('what is told while a slow phone still wires what it receives is not lost: the picture is shown', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { lesser: [slowToWire] })
  let told = 0
  door.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes('"consumer_resumed"')) told += 1
    }),
  )
  await ring(door)
  await turnOnCamera(door)
  await answer(home, 'Video Call')
  await expect.poll(() => told, { message: 'camera and microphone must be told to flow' }).toBeGreaterThanOrEqual(2)
  await door.evaluate(() => document.dispatchEvent(new Event('wire')))
  await expectTwoWay(door, home)
  await hangUp(home)
  await expectEnded(home)
})

/** In the page: no remote description is taken before the test says so. */
function slowToWire(): void {
  const said = new Promise((resolve) => document.addEventListener('wire', resolve, { once: true }))
  const native = RTCPeerConnection.prototype.setRemoteDescription
  RTCPeerConnection.prototype.setRemoteDescription = async function (this: RTCPeerConnection, description: RTCSessionDescriptionInit) {
    await said
    await Reflect.apply(native, this, [description])
  } as typeof native
}
