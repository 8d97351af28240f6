import { expect, type Page } from '@playwright/test'
import type { Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { chatBox, endRingLife, incoming, ring } from '../actions.ts'
import { activeWorker, notificationsOf, pressNotification } from '../push-browser.ts'
import { test } from '../push-fixtures.ts'

// covers: S-push-shown
test('a push is shown once, and reported as shown', async ({ openDeviceWithPush, world }) => {
  const device = await openDeviceWithPush()
  const { page, resident } = device
  await world.visitor().ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
  await device.receive()
  await expect.poll(() => notificationsOf(page)).toMatchObject([{ title: 'Ana Lima is at the door', body: 'A parcel', silent: false }])
  await eventually('the report', async () => (await resident.call('notify.devices', {}))[0]?.lastShownAt ?? undefined)
  // With the notification closed, a repeated delivery would show it again.
  await page.evaluate(async () => {
    for (const shown of await (await navigator.serviceWorker.ready).getNotifications()) shown.close()
  })
  await device.receive()
  await device.settled()
  expect(await notificationsOf(page)).toEqual([])
})

// covers: S-push-replaced
test('what became of a ring takes its place, and a late ring does not come back', async ({ openDeviceWithPush, world }) => {
  const device = await openDeviceWithPush({ path: '/settings' })
  const { page, resident } = device
  await world.visitor().ring(resident, { visitorName: 'Ana Lima' })
  await eventually('the ring', () => device.sent()[0])
  await page.goto('about:blank')
  await endRingLife(world, resident)
  // This device has not reported the ring, so it is sent the ring's end.
  await device.receive(2)
  await page.goto(`${world.url}/sounds/notification.mp3`)
  await expect.poll(() => notificationsOf(page)).toMatchObject([{ title: /^Missed: Ana Lima, / }])
  await device.receive(1)
  await device.settled()
  expect(await notificationsOf(page)).toMatchObject([{ title: /^Missed: Ana Lima, / }])
})

// covers: S-push-closed
test('a notification is closed when its ring ends on an open page', async ({ openDeviceWithPush, world }) => {
  const device = await openDeviceWithPush()
  const { page, resident } = device
  const { id } = await world.visitor().ring(resident)
  await device.receive()
  await expect.poll(() => notificationsOf(page)).toHaveLength(1)
  await resident.call('doorbell.handle', { id, handledType: 'dismissed' })
  await expect.poll(() => notificationsOf(page)).toEqual([])
})

type End = (door: Page, world: Stack, resident: Resident) => Promise<unknown>
const UNANSWERED: readonly (readonly [string, End])[] = [
  ['that nobody answered', (_door, world, resident) => endRingLife(world, resident)],
  ['whose visitor left', (door) => door.getByRole('button', { name: 'Cancel' }).click()],
]
for (const [what, end] of UNANSWERED)
  test(`a ring ${what} says what stays true, also where a page was open`, { tag: '@all' }, async ({
    openDeviceWithPush,
    openVisitor,
    world,
  }) => {
    const device = await openDeviceWithPush()
    const { page, resident } = device
    const { page: door } = await openVisitor(resident)
    await ring(door, 'Ana Lima')
    await device.receive()
    await expect.poll(() => notificationsOf(page)).toHaveLength(1)
    await end(door, world, resident)
    await expect.poll(() => notificationsOf(page)).toMatchObject([{ title: /^Ana Lima rang at /, silent: true }])
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await device.settled()
    expect(await notificationsOf(page)).toHaveLength(1)
  })

// covers: S-push-opened-stale
test('notifications of rings that are over are closed when the app is opened', { tag: '@all' }, async ({ openDeviceWithPush, world }) => {
  const device = await openDeviceWithPush()
  const { page, resident } = device
  await page.goto('about:blank')
  await world.visitor().ring(resident)
  await device.receive()
  await endRingLife(world, resident)
  await page.goto(`${world.url}/settings`)
  await expect.poll(() => notificationsOf(page)).toEqual([])
})

// covers: S-push-action
test('a press on Answer opens the live ring in the open app, and answers it', async ({ openDeviceWithPush, openVisitor }) => {
  const device = await openDeviceWithPush({ path: '/settings' })
  const { page, resident } = device
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await device.receive()
  await expect.poll(() => notificationsOf(page)).toHaveLength(1)
  await pressNotification(await activeWorker(page), 'answer')
  // On the free plan the answer is a message.
  await expect(chatBox(door)).toBeVisible()
  await expect(chatBox(page)).toBeVisible()
  expect(await notificationsOf(page)).toEqual([])
})

// covers: S-push-ignore
test('a press on Ignore declines the ring, with no page open', async ({ openDeviceWithPush, world }) => {
  const device = await openDeviceWithPush()
  const { page, resident } = device
  const worker = await activeWorker(page)
  await page.goto('about:blank')
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  await device.receive()
  await eventually('the report', async () => (await resident.call('notify.devices', {}))[0]?.lastShownAt ?? undefined)
  await pressNotification(worker, 'ignore')
  await expect.poll(() => visitor.visit(id)).toMatchObject({ outcome: 'dismissed' })
})

// covers: S-push-click-report
test('a press is reported, by the token of the push alone', { tag: '@all' }, async ({ openDeviceWithPush, world }) => {
  const device = await openDeviceWithPush()
  const { page, resident, context } = device
  const reports: unknown[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/push/reports') reports.push(request.postDataJSON())
  })
  await world.visitor().ring(resident)
  await device.receive()
  await expect.poll(() => notificationsOf(page)).toHaveLength(1)
  await pressNotification(await activeWorker(page))
  const { token } = JSON.parse(device.sent()[0] ?? '{}').app_data
  await expect
    .poll(() => reports)
    .toEqual([
      { token, event: 'shown' },
      { token, event: 'clicked' },
    ])
  await expect(incoming(page)).toBeVisible()
})

// covers: S-push-sign-out
test('after signing out this browser is pushed to no more', async ({ openDeviceWithPush }) => {
  const { page, subscriptions } = await openDeviceWithPush()
  const dropped = page.waitForRequest((request) => request.method() === 'DELETE' && request.url().endsWith('/api/devices/current/push'))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await dropped
  await expect(page).toHaveURL(/\/auth$/)
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).pushManager.getSubscription())).toBeNull()
  expect(subscriptions).toHaveLength(1)
})

for (const way of ['signing out', 'a session that has ended elsewhere'] as const) {
  // covers: S-push-closed-with-session
  test(`${way} closes the notifications that stand`, async ({ openDeviceWithPush }) => {
    const { page } = await openDeviceWithPush()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).showNotification('Message from Ana Lima', { tag: 'messages-7' }))
    await expect.poll(() => notificationsOf(page)).toHaveLength(1)
    if (way === 'signing out') await page.getByRole('button', { name: 'Sign Out' }).click()
    else {
      await page.context().clearCookies()
      await page.reload()
    }
    await expect(page).toHaveURL(/\/auth$/)
    await expect.poll(() => notificationsOf(page)).toEqual([])
  })
}

// covers: S-push-key
test('a subscription with another key is made anew at the next load', { tag: '@all' }, async ({ openDeviceWithPush, world, resetKey }) => {
  const { page, subscriptions } = await openDeviceWithPush()
  await page.reload()
  await page.waitForResponse((response) => response.url().endsWith('/api/devices/current/push') && response.ok())
  expect(subscriptions).toHaveLength(1)
  await resetKey(page)
  await page.goto(`${world.url}/doorbell`)
  await page.waitForResponse((response) => response.url().endsWith('/api/devices/current/push') && response.ok())
  expect(subscriptions).toHaveLength(2)
})
