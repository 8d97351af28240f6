import { expect, type Page } from '@playwright/test'
import { subjects } from '#proto/subjects.ts'
import { expectToast, hangUp, ring, startVideoCall } from './actions.ts'
import { test } from './fixtures.ts'

/** The page's socket as it is, but for each End: it is answered by a refusal that will not pass. */
async function refuseEnds(page: Page): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const { type, accepted, requestId } = JSON.parse(String(message))
      const refusal = { type: 'error', message: 'Please check the fields.', code: 'validation_failed', about: type, requestId }
      if (type === 'call_response' && !accepted) socket.send(JSON.stringify(refusal))
      else server.send(message)
    })
  })
}

test('the visitor reads that the ring was sent and that the page is connected [T-connected] [T-notified]', async ({
  openResident,
  openVisitor,
}) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await expect(door.getByText('Doorbell notification sent')).toBeVisible()
  await expect(door.getByText('Connected to doorbell')).toBeVisible({ timeout: 10_000 })
})

test('an End that the server refuses for good is told to the resident [T-end-failed]', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  await refuseEnds(home)
  await home.reload()
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await hangUp(home)
  await expectToast(home, 'failure', 'Error', 'Failed to end the call properly. Please refresh the page.')
})

test('an error of the house stands on the visitor’s page in words [T-communication]', async ({ openResident, openVisitor, world }) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await expect(door.getByText('Connected to doorbell')).toBeVisible({ timeout: 20_000 })
  const [activity] = await resident.activities()
  const error = { type: 'error', code: 'unavailable', message: 'The line is down.', activityId: activity?.id } as const
  world.bus.live(subjects.liveVisit(activity?.id ?? 0), error)
  await expect(door.getByText('Communication Error')).toBeVisible()
  await expect(door.getByText('The line is down.')).toBeVisible()
})
