import { expect } from '@playwright/test'
import { chatBox, endRingLife, expectWaiting, incoming, ring } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-again S-visitor-call-again
test('an unanswered visitor can call again after the cool-down', { tag: '@all' }, async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await door.getByRole('button', { name: 'Leave a message' }).click()
  await chatBox(door).fill('I left it with')
  await endRingLife(world, resident)
  await expect(door.getByText('No one answered')).toBeVisible()
  await expect(incoming(home)).toBeHidden()
  const again = door.getByRole('button', { name: 'Call Again', exact: true })
  // The half-typed message is kept.
  await expect(chatBox(door)).toHaveValue('I left it with')
  const rows = [chatBox(door), door.getByRole('button', { name: /^Take a photo/ }), door.getByRole('button', { name: /^Call Again/ })]
  for (const [index, row] of rows.slice(1).entries()) {
    const [above, below] = [await rows[index]?.boundingBox(), await row.boundingBox()]
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(8)
  }
  await chatBox(door).fill('I left it with the neighbour.')
  // The field disappears once the message is sent.
  await chatBox(door).press('Enter')
  await expect(home.getByRole('listitem').filter({ hasText: 'Marcus Bell' }).first()).toContainText('Has messages')
  await expect(again).toBeEnabled({ timeout: 10_000 })
  await again.click()
  await expectWaiting(door)
  await expect(incoming(home)).toContainText('rang 2 times')
  const [latest, first] = await resident.activities()
  expect(first).toMatchObject({ outcome: 'missed', isHandled: false })
  expect(latest).toMatchObject({ againOf: first?.id, outcome: null })
})
