import { expect, type Page } from '@playwright/test'
import { ring } from '../actions.ts'
import { expectNone, violations } from '../axe.ts'
import { test } from '../fixtures.ts'

const HOUR = 3_600_000
const always = { opens: '08:00', closes: '18:00' }
const BUILDING = {
  phone: '+49 30 5550123',
  floors: [{ floor: 'Ground', name: 'Reception of a house with quite a long name' }],
  hours: { mon: always, tue: always, wed: always, thu: always, fri: always, sat: null, sun: null },
  timeZone: 'America/Argentina/Buenos_Aires',
}

/** What is cut off at the right, also with text of twice the size; empty if nothing is. */
async function fits(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
    }, size)
    if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)) found.push(`cut off at ${size}`)
  }
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
  return found
}

async function seen(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    found.push(...(await violations(page)).map((one) => `${width} ${one}`))
    found.push(...(await fits(page)).map((one) => `${width} ${one}`))
  }
  return found
}

// covers: W-visitor-axe
test('axe finds nothing on the visitor’s tabs and passes', { tag: '@all' }, async ({ openVisitor, world }) => {
  test.setTimeout(90_000)
  const resident = await world.resident()
  const [own] = await resident.call('doorbell.doors', {})
  await resident.call('doorbell.change_door', { id: own?.id ?? 0, building: BUILDING })
  const { page: door } = await openVisitor(resident)
  const path = `${world.url}/visitor/${resident.user.qrCodeId}`
  expect(await seen(door)).toEqual([])
  for (const tab of ['schedule', 'building']) {
    await door.goto(`${path}?tab=${tab}`)
    expect([tab, await seen(door)]).toEqual([tab, []])
  }
  const [date = '', time = ''] = new Date(Date.now() + HOUR).toISOString().slice(0, 16).split('T')
  const { qrCodeId } = resident.user
  const form = { visitorName: 'Tom Keller', purpose: 'Heating check', date, time }
  await resident.call('doorbell.change_door', { id: own?.id ?? 0, building: { ...BUILDING, timeZone: 'UTC' } })
  const pass = await resident.call('doorbell.request_visit', { qrCodeId, ...form })
  await door.goto(`${world.url}/visitor/pass/${pass.token}`)
  expect(['pending', await seen(door)]).toEqual(['pending', []])
  const [request] = await resident.call('doorbell.visit_requests', {})
  await resident.call('doorbell.approve_visit', { id: request?.id ?? 0 })
  await door.goto(`${world.url}/visitor/pass/${pass.token}`)
  expect(['approved', await seen(door)]).toEqual(['approved', []])
  await door.goto(path)
  await ring(door)
  await door.getByRole('button', { name: 'Cancel' }).click()
  await door.goto(`${path}?tab=left`)
  expect(['left', await seen(door)]).toEqual(['left', []])
})

// covers: W-visit-requests
test('axe finds nothing on visit requests, keeping and blocking', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  const visitor = world.visitor()
  const form = { visitorName: 'Tom Keller', email: 'tom@example.org', phone: '+49 30 1234', purpose: 'Heating check' }
  const date = new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10)
  await visitor.call('doorbell.request_visit', { qrCodeId: resident.user.qrCodeId, ...form, date, time: '10:00' })
  await expect(home.getByRole('button', { name: 'Approve the visit of Tom Keller' })).toBeVisible()
  await expectNone(home)
  const { id } = await visitor.ring(resident, { visitorName: 'Vera Loud' })
  await visitor.call('doorbell.cancel', { id })
  await home.goto(`${world.url}/visitors-page?open=${id}`)
  await home.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(home.getByRole('button', { name: 'Kept' })).toBeVisible()
  await home.getByRole('button', { name: 'Block this visitor' }).click()
  await home.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(home.getByRole('button', { name: 'Unblock Vera Loud' })).toBeVisible()
  await expectNone(home)
  await home.getByRole('button', { name: 'Unblock Vera Loud' }).click()
  await expect(home.getByRole('button', { name: 'Block this visitor' })).toBeVisible()
})
