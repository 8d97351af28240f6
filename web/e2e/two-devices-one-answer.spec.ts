import { expect } from '@playwright/test'
import { answer, chatBox, incoming, ring } from './actions.ts'
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
