import { expect } from '@playwright/test'
import { expectEnded, expectTwoWay, hangUp, returnIfAsked, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-rejoin
test('a resident who reloads in a call is back in it', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await home.reload()
  await returnIfAsked(home)
  await expectTwoWay(door, home, 30_000)
  await hangUp(home)
  await Promise.all([expectEnded(home), expectEnded(door)])
  // Recorded after both pages have been updated.
  await expect.poll(async () => (await resident.activities())[0]?.callSeconds).toBeGreaterThan(0)
})

// covers: S-rejoin
test('a resident who reloads returns to the call with another ring beside it', { tag: '@all' }, async ({
  openResident,
  openVisitor,
  world,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await world.visitor().ring(resident, { visitorName: 'Nina North' })
  await expect(home.getByText('Nina North is at the door')).toBeVisible()
  await home.reload()
  await returnIfAsked(home)
  await expectTwoWay(door, home, 30_000)
  await expect(home.getByText('Nina North is at the door')).toBeVisible()
  await hangUp(home)
  await expectEnded(door)
})

// covers: S-rejoin
test('a resident who closes a call’s tab returns from another tab', { tag: '@all' }, async ({ openResident, openVisitor }) => {
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

test('a double press on End of a call in a closed tab presses nothing under it', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, context, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  const tab = await context.newPage()
  await tab.goto(home.url())
  await home.close()
  await expect(tab.getByRole('button', { name: 'Return to the call' })).toBeVisible()
  await tab.evaluate(() => {
    document.body.dataset.clicks = '0'
    document.addEventListener('click', () => {
      document.body.dataset.clicks = String(Number(document.body.dataset.clicks) + 1)
    })
  })
  await tab.getByRole('button', { name: 'End', exact: true }).dblclick()
  await expectEnded(tab)
  await expect(tab.locator('body')).toHaveAttribute('data-clicks', '1')
})
