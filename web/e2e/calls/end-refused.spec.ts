import type { Page } from '@playwright/test'
import { expectToast, hangUp, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'

/** Proxies the page's socket and answers every End with a permanent error. */
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

// covers: T-end-failed
test('the resident sees an error when the server refuses End for good', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  await refuseEnds(home)
  await home.reload()
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await hangUp(home)
  await expectToast(home, 'failure', 'Error', 'Failed to end the call properly. Please refresh the page.')
})
