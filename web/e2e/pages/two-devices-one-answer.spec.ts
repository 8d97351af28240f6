import { expect } from '@playwright/test'
import { answer, chatBox, incoming } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-first-wins
test('the first answer wins, and the other device reads who answered', { tag: '@all' }, async ({ openResident, openDevice, world }) => {
  const { page: kitchen, resident } = await openResident()
  const { page: phone, resident: onPhone } = await openDevice(resident)
  await world.visitor().ring(resident)
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
