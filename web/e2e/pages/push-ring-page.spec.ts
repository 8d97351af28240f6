import { expect, type Page } from '@playwright/test'
import { chatBox, endRingLife, incoming, ring } from '../actions.ts'
import { activeWorker, notificationsOf, pressNotification } from '../push-browser.ts'
import { test } from '../push-fixtures.ts'

const NEVER = 999_999_999

/** A page without a user's press: Playwright's scripts in a page count as one, so this makes it refuse sound. */
function muted(): void {
  AudioContext.prototype.resume = () => new Promise(() => undefined)
  Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' })
}

// covers: S-ring-page-live
test("a ring's address shows the live ring, and claims nothing", async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await page.goto('about:blank')
  const { id } = await world.visitor().ring(resident, { visitorName: 'Ana Lima' })
  await page.goto(`${world.url}/rings/${id}?action=answer`)
  await expect(incoming(page).getByText('Ana Lima').first()).toBeVisible()
  // Without a press on a notification the address answers nothing: the visitor could make the same link.
  await page.waitForTimeout(1_000)
  expect((await resident.activities())[0]).toMatchObject({ outcome: null })
})

// covers: S-ring-page-over
test("a ring's address shows its visit once it is over", async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  const { id } = await world.visitor().ring(resident, { visitorName: 'Ana Lima' })
  await endRingLife(world, resident)
  await page.goto(`${world.url}/rings/${id}`)
  await expect(page).toHaveURL(`${world.url}/visitors-page?open=${id}`)
  await expect(page.getByText('What happened')).toBeVisible()
})

test("a message's address shows its chat, and its visit behind it", { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  const { id } = await world.visitor().ring(resident, { visitorName: 'Ana Lima' })
  await endRingLife(world, resident)
  await page.goto(`${world.url}/rings/${id}?open=chat`)
  await expect(chatBox(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${world.url}/visitors-page?open=${id}`)
  await expect(page.getByText('What happened')).toBeVisible()
})

// covers: S-ring-page-unknown
test('the address of an unknown ring, or of somebody else’s, says that the visit is not here', async ({ openResident, world }) => {
  const { page: stranger } = await openResident()
  const resident = await world.resident()
  const { id } = await world.visitor().ring(resident)
  for (const ring of [id, NEVER]) {
    await stranger.goto(`${world.url}/rings/${ring}`)
    await expect(stranger.getByRole('heading', { name: 'This visit is no longer here' })).toBeVisible()
  }
  await stranger.getByRole('link', { name: 'Go to Visitor History' }).click()
  await expect(stranger).toHaveURL(`${world.url}/visitors-page`)
  await stranger.goto(`${world.url}/rings/x`)
  await expect(stranger.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

// covers: S-ring-page-second
test('the ring that was pressed is shown before an older live one', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await page.goto('about:blank')
  await world.visitor().ring(resident, { visitorName: 'Ana Lima' })
  const { id } = await world.visitor().ring(resident, { visitorName: 'Bo Chen' })
  await page.goto(`${world.url}/rings/${id}`)
  await expect(page.getByRole('alertdialog', { name: 'Bo Chen' })).toBeVisible()
})

// covers: S-ring-page-premium
test('Answer on premium connects by audio, with the camera off', async ({ openDeviceWithPush, openVisitor }) => {
  const device = await openDeviceWithPush({ premium: true })
  const { page, resident } = device
  const { page: door } = await openVisitor(resident)
  // After a press the page may play sound.
  await page.getByRole('heading', { name: 'My Digital Doorbell' }).click()
  await ring(door)
  await device.receive()
  await expect.poll(() => notificationsOf(page)).toHaveLength(1)
  await pressNotification(await activeWorker(page), 'answer')
  await expect(page.getByText(/^Audio call in progress/)).toBeVisible()
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_audio' })
})

// covers: S-ring-page-no-microphone
test('Answer on premium without the microphone leaves the ring live', { tag: '@all' }, async ({ openDeviceWithPush, world }) => {
  const device = await openDeviceWithPush({ premium: true, devices: 'denied' })
  const { page, resident } = device
  await page.getByRole('heading', { name: 'My Digital Doorbell' }).click()
  await world.visitor().ring(resident)
  await device.receive()
  await expect.poll(() => notificationsOf(page)).toHaveLength(1)
  await pressNotification(await activeWorker(page), 'answer')
  await expect(incoming(page)).toBeVisible()
  await page.waitForTimeout(1_000)
  expect((await resident.activities())[0]).toMatchObject({ outcome: null })
})

// covers: S-ring-page-muted
test('Answer on premium in a page that may not play sound leaves the ring live', { tag: '@all' }, async ({
  openDeviceWithPush,
  world,
  pressAddress,
}) => {
  const { page, resident } = await openDeviceWithPush({ premium: true, degraded: [muted] })
  const { id } = await world.visitor().ring(resident)
  await pressAddress(page, `/rings/${id}?action=answer`)
  await expect(incoming(page)).toBeVisible()
  await page.waitForTimeout(1_000)
  expect((await resident.activities())[0]).toMatchObject({ outcome: null })
})

// covers: S-ring-page-cold
test('a press on Message answers in the page that it opens', { tag: '@all' }, async ({
  openDeviceWithPush,
  openVisitor,
  world,
  pressAddress,
}) => {
  const { page, resident } = await openDeviceWithPush()
  await page.goto('about:blank')
  const { page: door } = await openVisitor(resident)
  await ring(door)
  const [activity] = await resident.activities()
  await pressAddress(page, `/rings/${activity?.id}?action=message`)
  await expect(chatBox(page)).toBeVisible()
  await expect(chatBox(door)).toBeVisible()
  expect(page.url()).toBe(`${world.url}/doorbell`)
})

/** From the navigation to the modal on the screen, by the page's own clock. */
const openedIn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const shown = document.querySelector('[role="alertdialog"]')
          if (shown?.checkVisibility()) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

// covers: S-ring-page-fast
test('from a cached shell the live ring is on the screen at once', { tag: '@all' }, async ({ openDeviceWithPush, world }, info) => {
  const { page, resident } = await openDeviceWithPush()
  // Loads the worker's shell once, so that the browser has compiled it, as it has on any later day.
  await page.reload()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.goto('about:blank')
  const { id } = await world.visitor().ring(resident)
  const times: number[] = []
  for (let round = 0; round < 7; round += 1) {
    await page.goto(`${world.url}/sounds/notification.mp3`)
    await page.goto(`${world.url}/rings/${id}`, { waitUntil: 'commit' })
    times.push(await openedIn(page))
  }
  times.sort((a, b) => a - b)
  info.annotations.push({ type: 'milliseconds to the modal', description: times.map(Math.round).join(', ') })
  expect(times[3]).toBeLessThan(1_000)
})
