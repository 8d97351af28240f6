import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { test } from '../fixtures.ts'
import { leaveVisits, SCREENS, type Screen } from '../screens.ts'
import { visitAll } from '../visit-all.ts'

type Size = { readonly width: number; readonly height: number }

/** A page may move by this much while it loads (web.dev/cls calls 0.1 good). */
const MAX_SHIFT = 0.05
const SIZES: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
/** At this width the word beside the dashboard's title does not fit. */
const SMALLEST: Size = { width: 320, height: 640 }
/** `moved`: elements by their text, with their earlier and later left, top, width and height. */
type Shift = { readonly value: number; readonly moved: readonly string[] }
declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** Runs in the page before its own scripts: records what moved without a press, and by how much. */
function watchShifts(): void {
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources?: Source[] }
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ')
  const describe = ({ node, previousRect, currentRect }: Source) =>
    `${node?.textContent?.slice(0, 40) ?? ''} (${placeOf(previousRect)} → ${placeOf(currentRect)})`
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources = [] } of list.getEntries() as Entry[])
      if (!hadRecentInput) window.shifts.push({ value, moved: sources.map(describe) })
  }).observe({ type: 'layout-shift', buffered: true })
}

const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Loads a page, and waits until it sends no more requests and is drawn. */
async function shiftsOf(page: Page, url: string, shows: string): Promise<readonly Shift[]> {
  await page.goto(url)
  await expect(page.getByText(shows).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await drawn(page)
  return page.evaluate(() => window.shifts)
}

/** Pages with too much layout shift and their shifting elements; expected to be empty. */
async function moving(
  context: BrowserContext,
  screens: readonly Screen[],
  base: string,
  sizes: readonly Size[] = SIZES,
): Promise<Record<string, readonly Shift[]>> {
  await context.addInitScript(watchShifts)
  const found: Record<string, readonly Shift[]> = {}
  const visits = sizes.flatMap((size) => screens.map((screen) => ({ size, ...screen })))
  await visitAll(context, visits, async (page, { size, path, shows }) => {
    await page.setViewportSize(size)
    const shifts = await shiftsOf(page, base + path, shows)
    if (shifts.reduce((sum, { value }) => sum + value, 0) > MAX_SHIFT) found[`${path} at ${size.width}`] = shifts
  })
  return found
}

test('no resident page shifts while loading, on phone or desktop', { tag: '@all' }, async ({ openResident, world }) => {
  const { context, resident } = await openResident({ premium: true })
  await resident.call('doorbell.add_door', { label: 'Garden gate' })
  await leaveVisits(world, resident)
  expect(await moving(context, SCREENS, world.url)).toEqual({})
})

test('the term of a plan moves nothing when it comes late', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, context } = await openResident({ premium: true, path: '/contacts' })
  await page.setViewportSize(SIZES[0] ?? SMALLEST)
  await context.addInitScript(watchShifts)
  const asked = Promise.withResolvers<Route>()
  await page.route('**/api/subscription', (route) => asked.resolve(route), { times: 1 })
  await page.goto(`${world.url}/subscription`)
  await expect(page.getByRole('main').getByText('Premium Plan')).toBeVisible()
  await drawn(page)
  await (await asked.promise).continue()
  await expect(page.getByText('Complimentary')).toBeVisible()
  await drawn(page)
  expect(await page.evaluate(() => window.shifts)).toEqual([])
})

test('what would ring, and the list below it, move nothing when they come late', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, context } = await openResident({ path: '/contacts' })
  await page.setViewportSize(SIZES[0] ?? SMALLEST)
  await context.addInitScript(watchShifts)
  // This first load registers the device, so that later loads draw its row only once.
  await page.goto(`${world.url}/settings/devices`)
  await expect(page.getByText('This device').first()).toBeVisible()
  for (const path of ['diagnosis', 'list']) {
    const asked = Promise.withResolvers<Route>()
    await page.route(path === 'list' ? '**/api/devices' : '**/api/devices/diagnosis', (route) => asked.resolve(route), { times: 1 })
    await page.reload()
    const waiting = page.getByRole('region', { name: 'Would it ring right now?' }).getByRole('status')
    await expect(waiting.locator('i').first()).toBeVisible()
    await drawn(page)
    await (await asked.promise).continue()
    await expect(page.getByText('This device').first()).toBeVisible()
    await drawn(page)
    const sum = await page.evaluate(() => window.shifts.reduce((all, { value }) => all + value, 0))
    expect(sum).toBeLessThan(MAX_SHIFT)
  }
})

test('the first dashboard of a free account does not shift', { tag: '@all' }, async ({ openResident, world }) => {
  const { context } = await openResident()
  expect(await moving(context, [{ path: '/doorbell', shows: 'No one has rung yet' }], world.url, [...SIZES, SMALLEST])).toEqual({})
})

test('a network that is lost and back moves nothing, and is told above a dialog', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, context } = await openResident({ path: '/contacts' })
  await page.setViewportSize(SIZES[0] ?? SMALLEST)
  await context.addInitScript(watchShifts)
  await shiftsOf(page, `${world.url}/contacts`, 'No contacts found')
  await page.evaluate(() => {
    window.shifts = []
  })
  const line = page.getByText('You are offline.')
  await context.setOffline(true)
  await expect(line).toBeVisible()
  await page.getByRole('button', { name: 'Add Your First Contact' }).click()
  await expect(page.getByRole('dialog').getByText('You are offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await expect(line).toHaveCount(0, { timeout: 20_000 })
  expect(await page.evaluate(() => window.shifts)).toEqual([])
})

test('neither the visitor’s page nor the sign-in page shifts', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { context } = await openVisitor(resident)
  const pages = [
    { path: `/visitor/${resident.user.qrCodeId}`, shows: 'Ring Doorbell' },
    { path: '/auth', shows: 'Sign in to your account' },
  ]
  expect(await moving(context, pages, world.url)).toEqual({})
})
