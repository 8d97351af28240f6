import { expect, type Page } from '@playwright/test'
import { eventually } from '#scripts/testing/wait.ts'
import { endRingLife } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../push-fixtures.ts'

const TIMELINE = '**/api/activities/*/timeline'
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Visit of Ana Lima' })
const why = (page: Page) => panelOf(page).getByRole('region', { name: 'Why did I miss it?' })

// covers: W-timeline
test('a missed ring says what each device did, why it was missed, and what to do', { tag: '@all' }, async ({
  world,
  push,
  openDeviceWithPush,
}) => {
  const { page, resident, subscriptions } = await openDeviceWithPush({ path: '/settings' })
  const hasBeenPushed = (kind: string) =>
    push.requestsTo(subscriptions.at(-1)?.endpoint ?? '').some(({ plaintext }) => plaintext?.includes(`"kind":"${kind}"`))
  const gone = await resident.anotherDevice()
  // Otherwise the push about this sign-in may end the other device's subscription before the ring.
  await eventually('the notice', () => hasBeenPushed('system'))
  const { publicKey } = await gone.call('notify.push_key', {})
  const { endpoint, keys } = push.createSubscription(publicKey)
  const { id: deviceId } = await gone.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  await resident.call('notify.change_device', { id: deviceId, name: 'Old phone' })
  push.answer(endpoint, { status: 410 })
  // The device has no open page while it rings, so that only its pushes can show the ring.
  await page.goto('about:blank')
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
  await eventually('the push', () => hasBeenPushed('ring'))
  await endRingLife(world, resident)
  await eventually('both pushes to have their end', async () => {
    const { pushes, causes } = await resident.call('notify.ring_timeline', { id })
    return causes.length > 0 && pushes.some(({ kind, acceptedAt }) => kind === 'ended' && acceptedAt)
  })

  await page.goto(`${world.url}/visitors-page?open=${id}`)
  const timeline = panelOf(page).getByRole('list').filter({ hasText: 'No one answered' })
  await expect(timeline).toContainText('Rang')
  await expect(timeline).toContainText(/Sent to .*accepted after [\d.]+ m?s, not shown/)
  await expect(timeline).toContainText(/Not sent to Old phone.*the push service has ended the subscription/)
  await expect(timeline).toContainText(/“Missed” sent to .*accepted after/)
  await expect(why(page).getByRole('listitem')).toContainText([
    /The ring was sent and not shown/,
    /The push service has ended the subscription.*Old phone/,
    /No device was open/,
  ])
  await expectNone(page)
  await why(page).getByRole('link', { name: 'Open devices' }).first().click()
  await expect(page).toHaveURL(/settings\/devices/)
})

test('a ring on an open page names it, and a story without its timeline is still shown', { tag: '@all' }, async ({
  world,
  openDeviceWithPush,
}) => {
  const { page, resident } = await openDeviceWithPush()
  const { id } = await world.visitor().ring(resident, { visitorName: 'Ana Lima', message: 'A parcel' })
  await eventually('the page to have it', async () =>
    (await resident.call('notify.ring_timeline', { id })).pages.some(({ deliveredAt }) => deliveredAt),
  )
  await resident.call('doorbell.handle', { id, handledType: 'dismissed' })
  let fails = true
  await page.route(TIMELINE, (route) =>
    fails
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'This part of the doorbell does not answer.' } })
      : route.fallback(),
  )
  await page.goto(`${world.url}/visitors-page?open=${id}`)
  const panel = panelOf(page)
  await expect(panel).toContainText('What was sent to your devices could not be loaded.')
  await expect(panel).toContainText('Delivered to 1 device')
  await expectNone(page)
  const retry = panel.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeEnabled()
  // Pressed immediately, because the page also retries by itself.
  fails = false
  await retry.dispatchEvent('click')
  await expect(panel).toContainText(/Reached the open page on .*after [\d.]+ m?s/)
  await expect(panel).not.toContainText('Delivered to 1 device')
  await expect(why(page)).toBeHidden()
})
