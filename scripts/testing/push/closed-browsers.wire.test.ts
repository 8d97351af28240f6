// @all: a tool
import { Agent } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import webpush, { type WebPushError } from 'web-push'
import { StartError } from '#scripts/servers/server.ts'
import { report } from '../report.ts'
import { eventually } from '../wait.ts'
import { type BarePush, BareSite } from './bare-site.ts'
import type { BrowserPage, PushBrowser } from './push-browser.ts'
import type { SubscriptionJson } from './push-service.ts'
import { PushWorld, pushBrowsers } from './push-world.ts'

type PushOptions = { readonly topic?: string; readonly tag?: string; readonly TTL?: number }

const vapidDetails = { subject: 'mailto:push@example.org', ...webpush.generateVAPIDKeys() }
const browsers = await pushBrowsers()

for (const name of browsers) {
  describe(name, () => {
    let world: PushWorld
    let site: BareSite
    let browser: PushBrowser
    let page: BrowserPage
    let subscription: SubscriptionJson
    let agent: Agent

    beforeAll(async () => {
      ;[world, site] = await Promise.all([PushWorld.start(), BareSite.listen()])
      agent = new Agent({ ca: world.service.certificate.cert, proxyEnv: { HTTPS_PROXY: world.proxy.url } })
      browser = await world.browser(name)
      page = await browser.openPage(`${site.url}/#${vapidDetails.publicKey}`)
      await page.click('button')
      subscription = await eventually('a subscription', async () => JSON.parse(await page.evaluate(() => document.title)))
      await eventually('the push connection', () => browser.isConnected)
    })
    afterAll(async () => {
      agent.destroy()
      await world.stop()
      await site.stop()
    })

    /** @returns the status of the push service's answer */
    const push = async (id: string, { topic, tag, TTL = 60 }: PushOptions = {}): Promise<number> => {
      const payload: BarePush = { id, title: `Title of ${id}`, body: `Body of ${id}`, tag }
      const sent = webpush.sendNotification(subscription, JSON.stringify(payload), { TTL, topic, urgency: 'high', agent, vapidDetails })
      return (await sent.catch((error: WebPushError) => error)).statusCode
    }
    const visible = () => world.desktop.visible.map(({ title }) => title)
    const shown = (id: string) =>
      eventually(`${id} on the desktop`, () => world.desktop.visible.find(({ title }) => title === `Title of ${id}`))

    test('a push is shown while no page is open', async () => {
      await page.close()
      const began = performance.now()
      expect(await push('first')).toBe(201)
      expect(await shown('first')).toMatchObject({ app: name, buttons: expect.arrayContaining(['Answer', 'Ignore']) })
      await eventually("the worker's report", () => site.has('shown', 'first'))
      report(`${name}: shown after ${Math.round(performance.now() - began)} ms`)
    })

    test('a press on a button opens a page', async () => {
      world.desktop.press(await shown('first'), 'Answer')
      await eventually("the worker's report", () => site.has('clicked', 'first'))
      expect(site.reports).toContainEqual({ what: 'clicked', id: 'first', action: 'answer' })
      await eventually('the page', async () => (await browser.pageUrls()).includes(`${site.url}/opened/first`))
      // The browser opens the page and closes the notification in either order.
      await eventually('no notification', () => visible().length === 0)
    })

    test('a dismissed notification is reported', async () => {
      expect(await push('dismissed')).toBe(201)
      world.desktop.dismiss(await shown('dismissed'))
      await eventually("the worker's report", () => site.has('closed', 'dismissed'))
    })

    test('a push with the tag of a visible notification replaces it', async () => {
      expect(await push('ring', { tag: 'ring 1' })).toBe(201)
      await shown('ring')
      expect(await push('missed', { tag: 'ring 1' })).toBe(201)
      await shown('missed')
      await eventually('one notification', () => visible().length === 1)
      expect(visible()).toEqual(['Title of missed'])
    })

    test('of one topic a browser that was closed shows the newest push', async () => {
      await browser.close()
      expect(browser.isConnected).toBe(false)
      expect([await push('old', { topic: 'ring' }), await push('lost', { TTL: 0 }), await push('new', { topic: 'ring' })]).toEqual([
        201, 201, 201,
      ])
      expect(world.service.pendingFor(subscription.endpoint)).toHaveLength(1)
      const began = performance.now()
      await browser.start()
      await shown('new')
      report(`${name}: shown ${Math.round(performance.now() - began)} ms after its start`)
      expect(visible()).toEqual(['Title of new'])
      await eventually('its acknowledgement', () => world.service.pendingFor(subscription.endpoint).length === 0)
    })

    test('a push after unsubscribing is answered 410', async () => {
      const later = await browser.openPage(site.url)
      const unsubscribe = async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe()
      expect(await later.evaluate(unsubscribe)).toBe(true)
      await eventually('410', async () => (await push('late')) === 410)
      expect(world.service.requests.flatMap(({ problem }) => problem ?? [])).toEqual([])
    })
  })
}

const missing = { platform: 'linux', find: () => Promise.reject(new StartError('no Firefox')) } as const

test('without Firefox only Chromium is tried, and the reason is printed', async () => {
  const said: string[] = []
  expect(await pushBrowsers({ ...missing, env: {}, say: (line) => said.push(line) })).toEqual(['Chromium'])
  expect(said).toEqual([expect.stringContaining('no Firefox')])
})

test('in continuous integration a missing Firefox fails', async () => {
  await expect(pushBrowsers({ ...missing, env: { CI: '1' } })).rejects.toThrow('no Firefox')
})
