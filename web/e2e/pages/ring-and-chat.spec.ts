import { expect } from '@playwright/test'
import { answer, expectLine, expectToast, incoming, ring, write } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: R-visitor W-incoming S-modal-live N-reload
test('Message opens a chat that both sides keep after a reload', async ({ openResident, openVisitor, consoleErrors }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell', 'Parcel for 4B')
  await expect(incoming(home)).toContainText('Marcus Bell')
  await expect(incoming(home)).toContainText('Parcel for 4B')

  await answer(home, 'Message')
  await write(home, 'Please leave it at the door')
  await expectLine(door, 'Please leave it at the door')
  await write(door, 'Done, have a nice day')
  await expectLine(home, 'Done, have a nice day')

  await door.reload()
  await expectLine(door, 'Please leave it at the door')
  await expectLine(door, 'Done, have a nice day')
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_message', isHandled: true, hasChat: true })
  expect(consoleErrors).toEqual([])
})

// covers: S-ignore W-declined T-call-dismissed
test('Ignore shows the visitor a decline, and Try Again restores the form', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await answer(home, 'Ignore')
  await expectToast(home, 'success', 'Call Dismissed')
  await expect(door.getByRole('heading', { name: 'Call Declined', exact: true })).toBeVisible()
  await door.getByRole('button', { name: 'Try Again' }).click()
  await expect(door.getByLabel('Your Name')).toHaveValue('Marcus Bell')
})

test('a visitor answered with a message can ring again', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await answer(home, 'Message')
  await door.getByRole('button', { name: 'Ring again' }).click()
  await ring(door, 'Marcus Bell', 'One more parcel')
  await expect(incoming(home)).toContainText('One more parcel')
})
