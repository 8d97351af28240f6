import { type BrowserContext, expect, type Page } from '@playwright/test'
import { answer, expectEnded, expectTwoWay, hangUp, incoming, ring, takesPresses, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'

declare global {
  interface Window {
    isDescribing: boolean
    describe: () => void
  }
}

/** Runs in the page: holds descriptions until `describe()`; on a connection that is closed by then, none is set, as in Chromium. */
function holdDescriptions(): void {
  const native = RTCPeerConnection.prototype.setRemoteDescription
  const held = new Promise<void>((resolve) => {
    window.describe = resolve
  })
  window.isDescribing = false
  RTCPeerConnection.prototype.setRemoteDescription = async function (this: RTCPeerConnection, description) {
    window.isDescribing = true
    await held
    if (this.signalingState === 'closed') await new Promise(() => {})
    await Reflect.apply(native, this, [description])
  }
}

/** Runs in the page: records whether it ever offered to join the call. */
function watchForReturn(): void {
  const look = () => {
    if (document.body?.innerText.includes('Return to the call')) document.body.dataset.pulled = ''
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}

type Tab = { readonly page: Page; readonly letPrepare: () => void; readonly mediaRequests: readonly string[] }

/** Opens another tab of this browser, which gets the frame to prepare media only by `letPrepare`. */
async function openTab(context: BrowserContext, url: string, script: () => void = watchForReturn): Promise<Tab> {
  const page = await context.newPage()
  const held: (() => void)[] = []
  const mediaRequests: string[] = []
  let isHeld = true
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      if (isHeld && String(frame).includes('"type":"call_prepare"')) held.push(() => socket.send(frame))
      else socket.send(frame)
    })
    socket.onMessage((frame) => {
      if (String(frame).includes('"type":"media_request"')) mediaRequests.push(String(frame))
      server.send(frame)
    })
  })
  await page.addInitScript(script)
  await page.goto(url)
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  const letPrepare = () => {
    isHeld = false
    for (const send of held.splice(0)) send()
  }
  return { page, letPrepare, mediaRequests }
}

const continued = (page: Page) => page.getByText('Continued on')
const takeOver = (page: Page) => page.getByRole('button', { name: 'Take over' })

// covers: S-first-wins S-two-pages
test('a call has media although its description is set late and another tab prepares', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { page: first, context, resident } = await openResident({ premium: true })
  const [home, tab] = [await openTab(context, first.url(), holdDescriptions), await openTab(context, first.url(), holdDescriptions)]
  await first.close()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  for (const { page, letPrepare } of [home, tab]) {
    await expect(incoming(page)).toBeVisible()
    letPrepare()
    await page.waitForFunction(() => window.isDescribing)
  }
  await answer(home.page, 'Video Call')
  // The other tab leaves the room while its description is being set.
  await expect(incoming(tab.page)).toBeHidden()
  for (const { page } of [home, tab]) await page.evaluate(() => window.describe())
  await expectTwoWay(door, home.page)
  for (const { page } of [home, tab]) await expect(continued(page)).toHaveCount(0)
  await hangUp(home.page)
  await Promise.all([expectEnded(home.page), expectEnded(door)])
})

// covers: S-first-wins S-late-prepare
test('a tab that prepares late leaves the call in the one that answered', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: first, context, resident } = await openResident({ premium: true })
  const [home, tab] = [await openTab(context, first.url()), await openTab(context, first.url())]
  await first.close()
  home.letPrepare()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  await expect(incoming(tab.page)).toBeVisible()
  await answer(home.page, 'Video Call')
  await expectTwoWay(door, home.page)
  tab.letPrepare()
  await expectTwoWay(door, home.page)
  expect(tab.mediaRequests).toEqual([])
  for (const { page } of [home, tab]) await expect(continued(page)).toHaveCount(0)
  await hangUp(home.page)
  await Promise.all([expectEnded(home.page), expectEnded(door)])
  for (const { page } of [home, tab]) await expect(page.locator('body')).not.toHaveAttribute('data-pulled')
})

// covers: S-two-pages
test('of two tabs that both answer one has the call, and the other takes over', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, context, resident } = await openResident({ premium: true })
  const tab = await context.newPage()
  await tab.goto(home.url())
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  const pages = [home, tab]
  await Promise.all(pages.map((page) => takesPresses(page)))
  // Dispatched inside the pages, so that neither learns of the other's answer before its own press.
  const press = (page: Page) => incoming(page).getByRole('button', { name: 'Video Call' }).dispatchEvent('click')
  await Promise.all(pages.map(press))
  const offers = () => Promise.all(pages.map((page) => takeOver(page).isVisible()))
  await expect.poll(async () => (await offers()).filter(Boolean)).toHaveLength(1)
  const [holder, other] = (await takeOver(home).isVisible()) ? [tab, home] : [home, tab]
  await expect(other.getByText('The call is open in another tab or window of this browser.')).toBeVisible()
  await expectTwoWay(door, holder)

  await takeOver(other).click()
  await expectTwoWay(door, other)
  await expect(continued(holder)).toBeVisible()
  await takeOver(holder).click()
  await expectTwoWay(door, holder)
  await expect(continued(other)).toBeVisible()
  await hangUp(holder)
  await Promise.all([expectEnded(holder), expectEnded(other), expectEnded(door)])
})
