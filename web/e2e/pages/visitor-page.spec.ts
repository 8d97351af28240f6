import { expect, type Page } from '@playwright/test'
import { answer, chatBox, endRingLife, expectLine, expectWaiting, incoming, ring, write } from '../actions.ts'
import { test } from '../fixtures.ts'
import { notesSounds } from '../page-sounds.ts'

// covers: W-ring-form V-ring W-waiting T-rung S-visitor-cancel E-visitor-session
test('the form validates, the ring waits, and Cancel restores the form', async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  const kept = () => door.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('visitor'))))
  await expect(door.getByLabel('Unit Number')).toBeVisible()
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expect(door.getByText('Name is required')).toBeVisible()
  await expect(door.getByText('Message is required')).toBeVisible()
  await ring(door, 'Marcus Bell', 'Parcel for 4B')
  await expect(door.getByText('Estimated wait time: 1-2 minutes')).toBeVisible()
  await expect(door.getByText('Doorbell Rung!')).toBeVisible()
  const [activity] = await resident.activities()
  const { visitorCallState, ...ids } = await kept()
  expect(JSON.parse(visitorCallState ?? '{}')).toEqual({
    callStatus: 'waiting',
    communicationType: null,
    ringSuccess: true,
    qrCodeId: resident.user.qrCodeId,
  })
  expect(ids).toEqual({
    visitorActivityId: String(activity?.id),
    visitorUserId: expect.stringMatching(/^\d+$/),
    visitorQrCodeId: resident.user.qrCodeId,
    visitorName: 'Marcus Bell',
  })
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expect(door.getByLabel('Your Name')).toHaveValue('Marcus Bell')
  await expect.poll(kept).toEqual({ visitorName: 'Marcus Bell' })
})

test('a receipt has the time at which this page received it, and none after a reload', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  const timeOf = (label: string) => door.getByRole('listitem').filter({ hasText: label }).locator('small')
  await expect(timeOf('Delivered')).toHaveText(/\d/)
  await door.reload()
  await expect(timeOf('Doorbell rung')).toHaveText(/\d/)
  await expect(timeOf('Delivered')).toHaveCount(0)
})

// covers: T-accepted S-visitor-tone S-modal-sound V-chat-enter W-chat L-sounds
test('a message answer plays a tone, and Enter sends replies', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  for (const page of [home, door]) await page.evaluate(notesSounds)
  const played = (page: Page) => expect.poll(() => page.evaluate(() => window.played))
  await ring(door, 'Marcus Bell')
  await played(home).toContain('/sounds/doorbell-ring.mp3 0.7')
  await answer(home, 'Message')
  await played(door).toEqual(['/sounds/call-connected.mp3 1'])
  await expect(door.getByText('Call Accepted!')).toBeVisible()
  await expect(home.getByRole('heading', { name: 'Chat with Marcus Bell' })).toBeVisible()
  await expect(door.getByRole('heading', { name: 'Chat with Resident' })).toBeVisible()

  await chatBox(door).fill('First line')
  await chatBox(door).press('Shift+Enter')
  await chatBox(door).pressSequentially('Second line')
  await expect(chatBox(door)).toHaveValue('First line\nSecond line')
  await chatBox(door).press('Enter')
  await expect(chatBox(door)).toHaveValue('')
  await expect(home.getByText('Second line')).toBeVisible()
  await write(home, 'One moment')
  await expectLine(door, 'One moment')
  await expect(door.getByText(/^\d{1,2}:\d\d [AP]M/).first()).toBeVisible()
  await home.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(chatBox(home)).toBeHidden()
})

// covers: W-sent S-visitor-sent S-visitor-call-again
test('after a left message Call Again rings once more', async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await endRingLife(world, resident)
  await expect(door.getByText('No one answered')).toBeVisible()
  await door.getByRole('button', { name: 'Leave a message' }).click()
  await chatBox(door).fill('I will try again')
  await chatBox(door).press('Enter')
  await expect(door.getByRole('heading', { name: 'Request Sent!' })).toBeVisible()
  await expect(door.getByText('Estimated wait time: 2-3 minutes')).toBeVisible()
  const again = door.getByRole('button', { name: 'Call Again', exact: true })
  await expect(again).toBeEnabled({ timeout: 10_000 })
  await again.click()
  await expectWaiting(door)
  await expect(incoming(home)).toContainText('rang 2 times')
})

// covers: R-inactive R-code
test('a dead code leads to entering the door’s short code', async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.goto(`${world.url}/visitor/XXXXXXXXXXXXXXXXXXXX`)
  await expect(door.getByText('This code is no longer active')).toBeVisible()
  await door.getByRole('link', { name: 'Enter a code' }).click()
  const [sign] = await resident.call('doorbell.doors', {})
  await door.getByLabel('Door code').fill(sign?.shortCode.toLowerCase() ?? '')
  await door.getByRole('button', { name: 'Continue' }).click()
  await expect(door.getByLabel('Your Name')).toBeVisible()
  expect(door.url()).toBe(`${world.url}/visitor/${resident.user.qrCodeId}`)
})

test('the form fits a phone, and the label’s size needs no script', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.setViewportSize({ width: 390, height: 844 })
  const stored = await door.getByText(/^We store /).boundingBox()
  const button = await door.getByRole('button', { name: 'Ring Doorbell' }).boundingBox()
  expect((stored?.y ?? 0) + (stored?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  expect(await door.evaluate(() => document.documentElement.scrollHeight)).toBe(844)

  await door.setViewportSize({ width: 1440, height: 900 })
  const words = () => door.getByRole('heading', { name: 'Front door' }).evaluate((element) => getComputedStyle(element).fontSize)
  await door.route('**/*.js', (route) => route.abort())
  const after = await words()
  await door.reload()
  const before = await words()
  expect([before, after]).toEqual(['80px', '80px'])
})

test('typed texts survive other tabs but not the ring', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  const tab = (name: string) => door.getByRole('navigation').getByRole('link', { name })
  await door.getByLabel('Your Name').fill('Marcus')
  await door.getByLabel('Unit Number').fill('4B')
  await door.getByRole('textbox', { name: /^Message/ }).fill('I have your par')
  await tab('Schedule Visit').click()
  await expect(door.getByLabel('Purpose')).toBeVisible()
  await tab('Ring Doorbell').click()
  await expect(door.getByRole('textbox', { name: /^Message/ })).toHaveValue('I have your par')
  await expect(door.getByLabel('Your Name')).toHaveValue('Marcus')
  await expect(door.getByLabel('Unit Number')).toHaveValue('4B')
  await ring(door, 'Marcus', 'I have your parcel')
  expect(await door.evaluate(() => sessionStorage.length)).toBe(0)
})

// covers: S-inactive
test('a broken link opens the inactive-code page without script errors', { tag: '@all' }, async ({ openVisitor, consoleErrors, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  const answer = await door.goto(`${world.url}/visitor/%E0%A4%A`)
  expect(answer?.status()).toBe(404)
  await expect(door.getByText('This code is no longer active')).toBeVisible()
  expect(consoleErrors.filter((text) => !text.includes('404'))).toEqual([])
})

/**
 * Presses a button as soon as it appears, like the second tap of a fast double tap.
 * @returns whether a finger would have met it; the press itself is that of a key
 */
async function pressAtOnce(door: Page, name: string): Promise<boolean> {
  return await door.evaluate(
    (words) =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)
          if (!button) return
          observer.disconnect()
          const { x, y, width, height } = button.getBoundingClientRect()
          const meets = button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
          button.click()
          resolve(meets)
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
    name,
  )
}

test('the second tap of a double tap has no effect', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  const outcomes = async () => (await resident.activities()).map(({ outcome }) => outcome)
  const button = (name: string) => door.getByRole('button', { name, exact: true })
  await door.getByLabel('Your Name').fill('Marcus Bell')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Parcel for 4B')
  const onCancel = pressAtOnce(door, 'Cancel')
  await button('Ring Doorbell').tap()
  const cancelMet = await onCancel
  await expectWaiting(door)
  expect([cancelMet, await outcomes()]).toEqual([false, [null]])

  const onRing = pressAtOnce(door, 'Ring Doorbell')
  await button('Cancel').tap()
  const ringMet = await onRing
  await expect(button('Ring Doorbell')).toBeEnabled()
  await expect.poll(outcomes).toEqual(['cancelled'])
  expect(ringMet).toBe(false)
})

test('focus moves to the heading of a replaced panel', { tag: '@all' }, async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  const heading = (name: string) => door.getByRole('heading', { name, exact: true })
  await door.getByLabel('Your Name').fill('Marcus Bell')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Parcel for 4B')
  await door.getByRole('button', { name: 'Ring Doorbell' }).press('Enter')
  await expect(heading('Calling Resident...')).toBeFocused()
  expect(await heading('Calling Resident...').evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none')
  await answer(home, 'Ignore')
  await expect(heading('Call Declined')).toBeFocused()

  await door.getByRole('button', { name: 'Try Again' }).click()
  await expect(heading('One tap rings the bell')).toBeFocused()
  await ring(door)
  await door.getByRole('button', { name: 'Leave a message' }).click()
  await expect(chatBox(door)).toBeFocused()
  await chatBox(door).fill('I will wait')
  await endRingLife(world, resident)
  await expect(heading('No one answered')).toBeVisible()
  await expect(chatBox(door)).toBeFocused()
})

for (const script of [true, false])
  test(`Enter in a field presses Ring Doorbell, never a chip, ${script ? 'with' : 'without'} script`, { tag: '@all' }, async ({
    openVisitor,
    world,
  }) => {
    const resident = await world.resident()
    const { page } = await openVisitor(resident)
    const context = script ? page.context() : await page.context().browser()?.newContext({ javaScriptEnabled: false })
    const door = (await context?.newPage()) ?? page
    await door.goto(`${world.url}/visitor/${resident.user.qrCodeId}`)
    await door.getByLabel('Your Name').fill('Vera')
    await door.getByLabel('Your Name').press('Enter')
    if (script) await expect(door.getByText('Message is required')).toBeVisible()
    expect(await resident.activities()).toEqual([])
    await door.getByRole('textbox', { name: /^Message/ }).fill('It is me')
    await door.getByLabel('Your Name').press('Enter')
    await expectWaiting(door)
    expect(await resident.activities()).toMatchObject([{ visitorName: 'Vera', message: 'It is me', purpose: null }])
    await door.close()
  })
