import { expect } from '@playwright/test'
import { answer, incoming, ring } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectMedia } from '../media.ts'

// covers: S-interrupted
test('a call whose device has died is offered to the others', { tag: '@all' }, async ({ openResident, openDevice, openVisitor }) => {
  const { page: laptop, resident } = await openResident({ premium: true })
  const { page: phone } = await openDevice(resident)
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Vera Visitor')
  await answer(laptop, 'Audio Call')
  await expect(laptop.getByRole('timer', { name: 'Call time' })).toBeVisible()
  await laptop.context().close()
  await expect(door.getByText('Reconnecting')).toBeVisible()
  await expect(phone.getByText('Your call with Vera Visitor is still on.')).toBeVisible({ timeout: 20_000 })
  await phone.getByRole('button', { name: 'Take over' }).click()
  await expect(phone.getByRole('timer', { name: 'Call time' })).toBeVisible()
  await expectMedia(phone, { video: false, audio: true })
  await expectMedia(door, { video: false, audio: true })
})

// covers: S-session-revoked
test('a call whose device is signed out is offered to the others, and a ring comes before it', { tag: '@all' }, async ({
  openResident,
  openDevice,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: phone } = await openDevice(resident)
  const { page: first } = await openVisitor(resident)
  const { page: second } = await openVisitor(resident)
  await ring(first, 'Vera Visitor')
  await answer(phone, 'Audio Call')
  await expect(phone.getByRole('timer', { name: 'Call time' })).toBeVisible()
  await resident.call('auth.revoke_other_sessions', {})
  await expect(phone).toHaveURL(/\/auth$/)
  const offer = home.getByText('Your call with Vera Visitor is still on.')
  await expect(offer).toBeVisible()
  await expect(first.getByText('Reconnecting')).toBeVisible()

  await ring(second, 'Nina North')
  await expect(incoming(home)).toContainText('Nina North')
  await answer(home, 'Ignore')
  await expect(offer).toBeVisible()
  await home.getByRole('button', { name: 'Not Now' }).click()
  await expect(home.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await expect(offer).toBeHidden()
})
