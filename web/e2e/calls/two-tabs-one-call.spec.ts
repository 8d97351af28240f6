import { expect } from '@playwright/test'
import { answer, expectEnded, expectTwoWay, hangUp, incoming, ring, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-first-wins
test('with two tabs the call stays in the one that answered', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, context, resident } = await openResident({ premium: true })
  const tab = await context.newPage()
  await tab.goto(home.url())
  await expect(tab.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  for (const page of [home, tab]) await page.evaluate(watchForReturn)
  const { page: door } = await openVisitor(resident)
  for (const answering of [home, tab]) {
    await ring(door)
    await turnOnCamera(door)
    await Promise.all([expect(incoming(home)).toBeVisible(), expect(incoming(tab)).toBeVisible()])
    await answer(answering, 'Video Call')
    await expectTwoWay(door, answering)
    await expect(answering.getByText('Continued on')).toHaveCount(0)
    await hangUp(answering)
    await Promise.all([expectEnded(answering), expectEnded(door)])
    await door.getByRole('button', { name: 'Try Again', exact: true }).click()
  }
  for (const page of [home, tab]) await expect(page.locator('body')).not.toHaveAttribute('data-pulled')
})

/** In the page: records whether it ever offered to join the call. */
function watchForReturn(): void {
  const look = () => {
    if (document.body.innerText.includes('Return to the call')) document.body.dataset.pulled = ''
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}
