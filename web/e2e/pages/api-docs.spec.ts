import { expect } from '@playwright/test'
import { PASSWORD } from '#scripts/testing/people.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

// covers: W-api-docs
test('one signs in, reads the doors and rings from the page of the API', { tag: '@all' }, async ({ page, world }) => {
  const resident = await world.resident()
  await page.goto(`${world.url}/api/docs`)
  const operation = (id: string) => page.locator(`[id="operation-${id}"]`)
  const send = async (id: string) => {
    await operation(id).getByRole('button', { name: 'Send' }).click()
    return operation(id).locator('output')
  }
  const open = (id: string) => operation(id).locator('summary').click()

  await open('auth.login')
  await operation('auth.login')
    .getByLabel('body')
    .fill(JSON.stringify({ username: resident.user.username, password: PASSWORD }))
  await expect(await send('auth.login')).toContainText('200 OK')
  await expectNone(page)
  await open('doorbell.doors')
  await expect(await send('doorbell.doors')).toContainText(resident.user.qrCodeId)

  await open('doorbell.ring')
  await operation('doorbell.ring').getByLabel('qrCodeId').fill(resident.user.qrCodeId)
  await expect(await send('doorbell.ring')).toContainText('201 Created')
  expect(await resident.activities()).toHaveLength(1)

  // With a token the session of this browser counts no more.
  const { secret } = await resident.call('auth.create_api_token', { name: 'Page of the API', scopes: ['rings:read'] })
  await page.getByLabel('API token').fill(secret)
  await expect(await send('doorbell.doors')).toContainText('scope_missing')
})
