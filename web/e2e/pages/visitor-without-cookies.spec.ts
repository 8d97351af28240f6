/** A visitor whose browser blocks cookies and storage: the ring goes out, and the page says what it cannot show. */
import { type BrowserContext, expect } from '@playwright/test'
import { HttpClient } from '#scripts/testing/http-client.ts'
import { nextAddress } from '#scripts/testing/people.ts'
import { countRequests, incoming, ring } from '../actions.ts'
import { hasNoStorage, saysThatCookiesAreOff } from '../degraded-browsers.ts'
import { test } from '../fixtures.ts'

/** Removes the cookies from the page's requests and from their answers. */
async function keepNoCookies(context: BrowserContext, url: string): Promise<void> {
  await context.clearCookies()
  const client = new HttpClient(url, nextAddress(), { by: 'forwarded-from' })
  await context.route(/\/(api|visitor)\//, async (route) => {
    const asked = route.request()
    const { cookie: _, 'accept-encoding': __, ...headers } = await asked.allHeaders()
    client.cookies.clear()
    const method = asked.method() as 'GET' | 'POST'
    const {
      status,
      text,
      headers: answered,
    } = await client.http(asked.url(), { method, headers, body: asked.postDataBuffer() ?? undefined })
    await route.fulfill({ status, body: text, contentType: String(answered['content-type'] ?? '') })
  })
}

test('a visitor whose browser says that it keeps no cookies reads so before the ring', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident, { degraded: [saysThatCookiesAreOff] })
  await expect(door.getByText('This browser keeps no cookies. You can ring, but the answer cannot be shown here.')).toBeVisible()
})

test('a visitor without cookies reads that the ring is on its way, and rings once', { tag: '@all' }, async ({
  openResident,
  openVisitor,
  world,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door, context } = await openVisitor(resident, { degraded: [hasNoStorage] })
  await keepNoCookies(context, world.url)
  await door.reload()
  const rings = countRequests(door, `/api/doorbell/ring/${resident.user.qrCodeId}`)
  await ring(door, 'Marcus Bell')
  await expect(incoming(home)).toContainText('Marcus Bell')
  await expect(door.getByText('This browser keeps no cookies, so the answer cannot be shown here. Please wait at the door.')).toBeVisible()
  await expect(door.getByRole('button')).toHaveCount(0)
  await expect(door.getByRole('textbox')).toHaveCount(0)
  expect(rings()).toBe(1)
  expect(await context.cookies()).toEqual([])
  expect(await resident.activities()).toHaveLength(1)
})
