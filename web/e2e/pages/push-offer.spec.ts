import { expect, type Page, type Route } from '@playwright/test'
import { endRingLife, expectToast } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { answerQuestion, stubSubscriptions, timesAsked } from '../push-browser.ts'
import { test } from '../push-fixtures.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'

const offer = (page: Page) => page.getByRole('region', { name: 'Ring on this device' })

// covers: S-push-ask
test('nobody is asked before a press, and a press turns notifications on', async ({ openResident, push, world }) => {
  const { page, context, resident } = await openResident({ worker: true, path: '/auth' })
  await stubSubscriptions(context, push)
  await page.goto(`${world.url}/doorbell`)
  await expect(offer(page)).toBeVisible()
  expect(await timesAsked(page)).toBe(0)
  await expectNone(page)
  await answerQuestion(page, 'granted')
  await offer(page).getByRole('button', { name: 'Turn on notifications' }).click()
  await expectToast(page, 'success', 'Notifications are on', 'This device rings when someone is at the door.')
  await expect(offer(page)).toHaveCount(0)
  expect(await timesAsked(page)).toBe(1)
  expect(await resident.call('notify.devices', {})).toMatchObject([{ push: 'on', isCurrent: true }])
})

// covers: S-push-refused
test('a no is answered with the way to allow notifications in this browser', async ({ openResident }) => {
  const { page } = await openResident()
  await answerQuestion(page, 'denied')
  await offer(page).getByRole('button', { name: 'Turn on notifications' }).click()
  const refused = page.getByRole('region', { name: 'Notifications are blocked in Chrome' })
  await expect(refused.getByRole('listitem').first()).toHaveText('Select the icon to the left of the address.')
  await expectNone(page)
})

// covers: S-push-refused-reported
test('a browser that refuses notifications says so to the server', { tag: '@all' }, async ({ openResident }) => {
  const { page, resident } = await openResident({ notifications: 'denied', path: '/settings' })
  await page.waitForResponse((response) => response.url().endsWith('/api/devices/current/state') && response.ok()).catch(() => undefined)
  await expect.poll(() => resident.call('notify.devices', {})).toMatchObject([{ push: 'refused' }])
})

// covers: S-push-dismissed
test('a dismissed offer comes back after the first ring and stays in the settings', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await offer(page).getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await expect(page.getByText('No one has rung yet')).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await world.visitor().ring(resident)
  await endRingLife(world, resident)
  const again = page.getByRole('region', { name: 'Hear the next ring with the app closed' })
  await expect(again).toBeVisible()
  await again.getByRole('button', { name: 'Not now' }).click()
  await page.goto(`${world.url}/settings/devices`)
  const setting = page.getByRole('region', { name: 'Notifications on this device' })
  await expect(setting.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  await expectNone(page)
})

// covers: S-push-home-screen
test('an iPhone in a browser tab is shown the way to the Home Screen', { tag: '@all' }, async ({ openResident }) => {
  const asIphone = [
    (userAgent: string) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => userAgent })
      Reflect.deleteProperty(globalThis, 'PushManager')
    },
    IPHONE,
  ] as const
  const { page } = await openResident({ phone: true, degraded: [asIphone] })
  const steps = page.getByRole('region', { name: 'Add your doorbell to the Home Screen' }).getByRole('listitem')
  await expect(steps).toHaveText([/Tap Share/, /Choose Add to Home Screen/, /Open Doorbell from the Home Screen/])
  await expect(steps.locator('svg')).toHaveCount(3)
  await expectNone(page)
})

// covers: S-push-turn-off
test('notifications turned off in the settings stay off at the next load', { tag: '@all' }, async ({ openDeviceWithPush }) => {
  const { page, resident } = await openDeviceWithPush({ path: '/settings/devices' })
  const setting = page.getByRole('region', { name: 'Notifications on this device' })
  await setting.getByRole('button', { name: 'Turn off' }).click()
  await expect(setting.getByText('This device rings only while the app is open.')).toBeVisible()
  await page.reload()
  await expect(setting.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  expect(await resident.call('notify.devices', {})).toMatchObject([{ push: 'off' }])
})

test('while this device is still checked, the settings do not say that it rings', { tag: '@all' }, async ({ openDeviceWithPush }) => {
  const { page } = await openDeviceWithPush({ path: '/settings/devices' })
  const setting = page.getByRole('region', { name: 'Notifications on this device' })
  const rings = setting.getByText('This device rings when someone is at the door')
  await expect(rings).toBeVisible()
  const asked = Promise.withResolvers<Route>()
  await page.route('**/api/devices/current/push', (route) => asked.resolve(route), { times: 1 })
  await page.reload()
  await expect(setting.getByText('Checking whether this device rings')).toBeVisible()
  const route = await asked.promise
  await expect(rings).toHaveCount(0)
  await route.continue()
  await expect(rings).toBeVisible()
})

// covers: S-push-service-fails
test('a browser that cannot subscribe says why and offers another try', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ worker: true, notifications: 'granted' })
  const failed = page.getByRole('region', { name: 'Notifications could not be turned on' })
  await expect(failed.getByText('did not reach its notification service')).toBeVisible({ timeout: 30_000 })
  await expect(failed.getByRole('button', { name: 'Try Again' })).toBeVisible()
})
