import { expect } from '@playwright/test'
import { answer, chatBox, expectEnded, expectTwoWay, hangUp, incoming, ring, turnOnCamera } from './actions.ts'
import { test } from './fixtures.ts'

test('both devices ring, the first answer wins, the other reads who answered and closes [S-first-wins]', async ({
  openResident,
  openDevice,
  openVisitor,
}) => {
  const { page: kitchen, resident } = await openResident()
  const { page: phone, resident: onPhone } = await openDevice(resident)
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await Promise.all([expect(incoming(kitchen)).toBeVisible(), expect(incoming(phone)).toBeVisible()])

  await answer(kitchen, 'Message')
  await expect(chatBox(kitchen)).toBeVisible()
  await expect(phone.getByText(/^Answered on/)).toBeVisible()
  await expect(incoming(phone)).toBeHidden()
  const [activity] = await resident.activities()
  await expect(onPhone.call('doorbell.handle', { id: activity?.id ?? 0, handledType: 'dismissed' })).rejects.toMatchObject({
    status: 409,
    code: 'answered_elsewhere',
  })
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_message' })
})

test('two tabs of one browser ring, and the call stays in the one that answered [S-first-wins]', async ({ openResident, openVisitor }) => {
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

/** In the page: remembers whether it ever offered to come into the call. */
function watchForReturn(): void {
  const look = () => {
    if (document.body.innerText.includes('Return to the call')) document.body.dataset.pulled = ''
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}
