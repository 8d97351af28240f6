import { expect } from '@playwright/test'
import { expectEnded, expectTwoWay, hangUp, returnIfAsked, startVideoCall } from './actions.ts'
import { test } from './fixtures.ts'

test('a resident who reloads in a call is back in it, and the call can be ended [S-rejoin]', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await home.reload()
  await returnIfAsked(home)
  await expectTwoWay(door, home, 30_000)
  await hangUp(home)
  await Promise.all([expectEnded(home), expectEnded(door)])
  // Written down after both pages have been told.
  await expect.poll(async () => (await resident.activities())[0]?.callSeconds).toBeGreaterThan(0)
})

test('a resident who closes the tab of a call returns to it from another one, which pulls nothing over while that tab is open [S-rejoin]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, context, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  const tab = await context.newPage()
  await tab.goto(home.url())
  const back = tab.getByRole('button', { name: 'Return to the call' })
  await expect(tab.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  await expect(tab.getByRole('listitem').filter({ hasText: 'Vera Visitor' })).toContainText('Video')
  await expect(back).toBeHidden()
  await home.close()
  await back.click()
  await expectTwoWay(door, tab, 30_000)
  await hangUp(tab)
  await Promise.all([expectEnded(tab), expectEnded(door)])
})
