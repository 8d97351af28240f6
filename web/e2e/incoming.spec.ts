import { expect } from '@playwright/test'
import { answer, chatBox, incoming, ring, takesPayments } from './actions.ts'
import { test } from './fixtures.ts'

test('premium is asked for with Not Now and Upgrade Now, which leads to the plans; nothing leads there by itself [W-premium] [S-free-modal] [T-premium]', async ({
  openResident,
  openVisitor,
  world,
}) => {
  const { page: home, resident } = await openResident()
  await takesPayments(home)
  await home.reload()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await answer(home, 'Audio Call')
  const modal = incoming(home).getByRole('region', { name: 'Premium Subscription Required' })
  await modal.getByRole('button', { name: 'Not Now' }).click()
  await expect(incoming(home)).toBeVisible()
  await expect(home).toHaveURL(`${world.url}/doorbell`)
  await answer(home, 'Video Call')
  await modal.getByRole('button', { name: 'Upgrade Now' }).click()
  await expect(home).toHaveURL(`${world.url}/subscription`)
  await expect(incoming(home)).toBeVisible()
})

test('where no payment can be made the ring names the operator, and has no button that leads to one', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await answer(home, 'Video Call')
  await expect(incoming(home).getByText("Ask this server's operator for Premium.")).toBeVisible()
  await expect(home.getByRole('button', { name: 'Upgrade Now' })).toHaveCount(0)
  await expect(incoming(home).getByRole('button', { name: 'Message Marcus Bell' })).toBeVisible()
})

test('while an answer is under way Ignore reads Disconnect [W-disconnect] [W-incoming]', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
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

test('an answer whose call fails is asked again until it gets through [S-answer-lost]', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
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
