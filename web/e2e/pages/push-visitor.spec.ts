import { expect, type Page } from '@playwright/test'
import { ring } from '../actions.ts'
import { test } from '../push-fixtures.ts'

type Exchange = {
  readonly request: string
  /** Empty for assets: the app's worker has loaded some of them into the browser's cache, which sends no headers. */
  readonly headers: readonly string[]
  readonly status: number
  readonly bytes: string
  readonly isFromWorker: boolean
}

/** Headers that depend on the content of the browser's cache and cookie jar. */
const OF_CACHE = ['cookie', 'cache-control', 'pragma', 'if-modified-since']

/** Replaces what always differs between two visits of one door: keys, times, ids, and what was typed first. */
const withoutNames = (text: string) =>
  text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/"(id|activityId|version|expected)":\d+/g, '"$1":0')

/** Every request of the page with its response, until its form has rung and everything that a ring loads has arrived. */
async function traceOf(page: Page, address: string): Promise<readonly Exchange[]> {
  const exchanges: Promise<Exchange>[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (request.serviceWorker()) return
    const read = async (): Promise<Exchange> => ({
      request: `${request.method()} ${new URL(request.url()).pathname.replace(/\d{6,}/, 'id')}`,
      headers: request.url().includes('/assets/')
        ? []
        : Object.keys(await request.allHeaders())
            .filter((name) => !OF_CACHE.includes(name))
            .sort(),
      status: response.status(),
      isFromWorker: response.fromServiceWorker(),
      bytes: withoutNames(await response.text().catch(() => '')),
    })
    exchanges.push(read())
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await ring(page)
  await page.waitForLoadState('networkidle')
  const all = await Promise.all(exchanges)
  return all.sort((a, b) => a.request.localeCompare(b.request))
}

// covers: S-push-visitor
test("the visitor's page sends and gets the same with the resident's worker and without", { tag: '@all' }, async ({
  openDeviceWithPush,
  openDevice,
  world,
}) => {
  const withWorker = await openDeviceWithPush()
  const without = await openDevice(withWorker.resident)
  const address = `${world.url}/visitor/${withWorker.resident.user.qrCodeId}`
  const withoutPage = await without.context.newPage()
  const expected = await traceOf(withoutPage, address)
  await withoutPage.getByRole('button', { name: 'Cancel' }).click()
  const page = await withWorker.context.newPage()
  const traced = await traceOf(page, address)
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)
  expect(traced.map(({ request }) => request)).toEqual(expected.map(({ request }) => request))
  expect(traced).toEqual(expected)
  expect(traced.filter(({ isFromWorker }) => isFromWorker)).toEqual([])
  expect(expected.map(({ request }) => request)).toContain(`GET /visitor/${withWorker.resident.user.qrCodeId}`)
})

// covers: S-push-visitor-registers-none
test("the visitor's page registers no worker", async ({ openVisitor, openResident }) => {
  const { resident } = await openResident()
  const { page } = await openVisitor(resident, { worker: true })
  await ring(page)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
