import { expect } from '@playwright/test'
import { answer, chatBox, incoming, takesPayments } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: W-premium S-free-modal T-premium
test('the premium prompt offers Not Now and Upgrade Now', async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await takesPayments(home)
  await home.reload()
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  await answer(home, 'Audio Call')
  const modal = incoming(home).getByRole('region', { name: 'Premium Subscription Required' })
  await modal.getByRole('button', { name: 'Not Now' }).click()
  await expect(incoming(home)).toBeVisible()
  await expect(home).toHaveURL(`${world.url}/doorbell`)
  await answer(home, 'Video Call')
  await modal.getByRole('button', { name: 'Upgrade Now' }).click()
  await expect(home).toHaveURL(`${world.url}/subscription?plan=premium`)
  await expect(incoming(home)).toBeVisible()
})

test('without payment the ring names the operator instead of a button', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  await answer(home, 'Video Call')
  await expect(incoming(home).getByText("Ask this server's operator for Premium.")).toBeVisible()
  await expect(home.getByRole('button', { name: 'Upgrade Now' })).toHaveCount(0)
  await expect(incoming(home).getByRole('button', { name: 'Message Marcus Bell' })).toBeVisible()
})

// covers: W-disconnect W-incoming
test('while an answer is pending Ignore reads Disconnect', async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  for (const name of ['Message', 'Video Call', 'Audio Call', 'Ignore'])
    await expect(incoming(home).getByRole('button', { name, exact: true })).toBeVisible()
  let goOn: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await home.route('**/handle', async (route) => {
    await held
    await route.continue()
  })
  await answer(home, 'Message')
  await expect(incoming(home).getByRole('button', { name: 'Disconnect' })).toBeVisible()
  await expect(incoming(home).getByRole('button', { name: 'Ignore' })).toHaveCount(0)
  goOn()
  await expect(chatBox(home)).toBeVisible()
})

// covers: S-answer-lost
test('an answer whose request fails is retried until it succeeds', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  let asked = 0
  await home.route('**/handle', async (route) => {
    asked += 1
    if (asked <= 3) await route.abort()
    else await route.continue()
  })
  await answer(home, 'Message')
  await expect(incoming(home).getByRole('button', { name: 'Message' })).toHaveAttribute('aria-busy', 'true')
  await expect(chatBox(home)).toBeVisible()
  expect(asked).toBe(4)
})
