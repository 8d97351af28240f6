import { expect, type Page } from '@playwright/test'
import { answer, chatBox, incoming, ring } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { activeWorker } from '../push-browser.ts'
import { test } from '../push-fixtures.ts'

// covers: S-app-offline
test('without a network the app opens, says so, and comes back by itself', async ({ openDeviceWithPush, world }) => {
  const { page, context } = await openDeviceWithPush()
  await context.setOffline(true)
  await page.goto(`${world.url}/visitors-page`)
  // DevTools disconnects the network, but does not always send the page an `offline` event.
  await expect(page.getByRole('heading', { name: /^(You are offline|The server does not answer)$/ })).toBeVisible()
  await expectNone(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Visitor History' })).toBeVisible()
})

// covers: S-app-language
test('another language is there at once, from the cached shell too', { tag: '@all' }, async ({ openDeviceWithPush, world }) => {
  const { page, context } = await openDeviceWithPush()
  await page.goto(`${world.url}/settings?lang=de`)
  await expect(page.getByRole('heading', { name: 'Einstellungen', exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.goto(`${world.url}/settings`)
  await expect(page.getByRole('heading', { name: /^(Sie sind offline|Der Server antwortet nicht)$/ })).toBeVisible()
})

/** Makes the browser find another worker, as after an upgrade of the server. */
async function publishVersion(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await activeWorker(page)
  await page.evaluate(async () => {
    // The same script at another address counts as a new worker of the same scope.
    await navigator.serviceWorker.register('/sw.js?release=2', { updateViaCache: 'none' })
  })
  await session.detach()
}

// covers: S-app-update
test('a new version waits for a press, and is not offered while it rings', { tag: '@all' }, async ({ openDeviceWithPush, openVisitor }) => {
  const { page, resident } = await openDeviceWithPush()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await expect(incoming(page)).toBeVisible()
  await publishVersion(page)
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
  const bar = page.getByText('A new version is ready')
  await expect(bar).toHaveCount(0)
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/release=2$/)
})

test('a new version is not offered in a chat with somebody at the door', { tag: '@all' }, async ({ openDeviceWithPush, world }) => {
  const { page, resident } = await openDeviceWithPush()
  await world.visitor().ring(resident)
  await answer(page, 'Message')
  await expect(chatBox(page)).toBeVisible()
  await publishVersion(page)
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
  const bar = page.getByText('A new version is ready')
  await expect(bar).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(bar).toBeVisible()
})

// covers: S-app-manifest
test('the app is installable in each language', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident()
  for (const [locale, name] of [
    ['en', 'Doorbell'],
    ['de', 'Klingel'],
  ]) {
    await page.goto(`${world.url}/settings?lang=${locale}`)
    await page.waitForLoadState()
    const href = await page.locator('link[rel="manifest"]').getAttribute('href')
    const response = await page.request.get(`${world.url}${href}`)
    expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/)
    const manifest = await response.json()
    expect(manifest).toMatchObject({ id: '/', short_name: name, lang: locale, display: 'standalone' })
    const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons)]
    for (const { src } of [
      ...pictures,
      { src: '/icons/notification.png' },
      { src: '/icons/badge.png' },
      { src: '/icons/apple-touch-icon.png' },
    ])
      expect((await page.request.get(`${world.url}${src}`)).status(), src).toBe(200)
  }
})

// covers: S-app-worker-headers
test('no cache keeps the worker', async ({ world, request }) => {
  const response = await request.get(`${world.url}/sw.js`)
  expect(response.headers()).toMatchObject({ 'cache-control': 'no-store', 'content-type': expect.stringMatching(/^text\/javascript/) })
  expect(response.headers()['content-security-policy']).toContain("worker-src 'self'")
  expect(response.headers()['content-security-policy']).toContain("manifest-src 'self'")
})
