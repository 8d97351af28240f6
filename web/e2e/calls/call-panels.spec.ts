import { expect } from '@playwright/test'
import { answer, expectToast, expectTwoWay, hangUp, returnIfAsked, ring, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: W-video W-audio T-call-ended S-end-call S-rejoin
test('the call panel shows the other side, oneself and the timer', { tag: '@all' }, async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home, 'Marcus Bell')
  await expectTwoWay(door, home)
  await expect(home.getByRole('heading', { level: 1, name: 'Marcus Bell' })).toBeVisible()
  await expect(home.getByText('You', { exact: true })).toBeVisible()
  for (const name of ['Mute', 'Turn camera off', 'End']) await expect(home.getByRole('button', { name, exact: true })).toBeVisible()
  await hangUp(home)
  await expectToast(home, 'success', 'Call Ended')
  await expect(home.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()

  await door.getByRole('button', { name: 'Try Again' }).click()
  await ring(door, 'Nina North')
  await answer(home, 'Audio Call')
  await expect(home.getByText('Audio call in progress...')).toBeVisible()
  await expect(home.getByRole('heading', { level: 1, name: 'Nina North' })).toBeVisible()
  await expect(home.getByText('N', { exact: true })).toBeVisible()
  await expect(home.getByRole('timer')).toHaveText(/^00:0[1-9]/)
  await home.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(home.getByRole('button', { name: 'Unmute', exact: true })).toBeVisible()
  await expect(home.getByRole('button', { name: /Speaker|sound/i }).first()).toBeVisible()
  await world.postgres('doorbell', `UPDATE activities SET visitor_name = '' WHERE visitor_name = 'Nina North'`)
  await home.reload()
  await returnIfAsked(home)
  await expect(home.getByRole('heading', { level: 1, name: 'Unknown Caller' })).toBeVisible()
  await hangUp(home)
  await expect(home.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
})
