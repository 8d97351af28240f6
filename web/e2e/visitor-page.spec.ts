import { expect, type Page } from '@playwright/test'
import {
  answer,
  chatBox,
  expectLine,
  expectToast,
  expectTwoWay,
  expectWaiting,
  hangUp,
  incoming,
  returnIfAsked,
  ring,
  startVideoCall,
  write,
} from './actions.ts'
import { test } from './fixtures.ts'

test('the form says what is missing, a ring waits with its estimate, Cancel brings the form back with its words [W-ring-form] [V-ring] [W-waiting] [T-rung] [S-visitor-cancel] [E-visitor-session]', async ({
  openResident,
  openVisitor,
}) => {
  const { resident } = await openResident()
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

test('an answer by message is told with a tone; Enter sends, Shift and Enter breaks the line [T-accepted] [S-visitor-tone] [S-modal-sound] [V-chat-enter] [W-chat] [L-sounds]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  const sound = (name: string) => (request: { url(): string }) => request.url().endsWith(`/sounds/${name}.mp3`)
  const chime = home.waitForRequest(sound('doorbell-ring'))
  const tone = door.waitForRequest(sound('call-connected'))
  await ring(door, 'Marcus Bell')
  await chime
  await answer(home, 'Message')
  await tone
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

test('a message left after a miss reads Request Sent!, and Call Again rings once more [W-sent] [S-visitor-sent] [S-visitor-call-again]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await expect(door.getByText('No one answered')).toBeVisible({ timeout: 50_000 })
  await door.getByRole('button', { name: 'Leave a message' }).click()
  await write(door, 'I will try again')
  await expect(door.getByRole('heading', { name: 'Request Sent!' })).toBeVisible()
  await expect(door.getByText('Estimated wait time: 2-3 minutes')).toBeVisible()
  const again = door.getByRole('button', { name: 'Call Again', exact: true })
  await expect(again).toBeEnabled({ timeout: 10_000 })
  await again.click()
  await expectWaiting(door)
  await expect(incoming(home)).toContainText('rang 2 times')
})

test('a dead code says so and asks for another; the bare address takes the sign’s code [R-inactive] [R-code]', async ({
  openResident,
  openVisitor,
  world,
}) => {
  const { resident } = await openResident()
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

test('the call’s panel names the other side, shows oneself and counts; the audio call’s too, which a reload returns to though an older call has ended [W-video] [W-audio] [T-call-ended] [S-end-call] [S-rejoin]', async ({
  openResident,
  openVisitor,
  world,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home, 'Marcus Bell')
  await expectTwoWay(door, home)
  await expect(home.getByRole('heading', { level: 1, name: 'Marcus Bell' })).toBeVisible()
  await expect(home.getByText('You', { exact: true })).toBeVisible()
  for (const name of ['Mute', 'Turn camera off', 'End']) await expect(home.getByRole('button', { name, exact: true })).toBeVisible()
  await hangUp(home)
  await expectToast(home, 'success', 'Call Ended')
  await expect(home.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()

  await door.getByRole('button', { name: 'Try Again' }).click()
  await ring(door, 'Nina North')
  await answer(home, 'Audio Call')
  await expect(home.getByText('Audio call in progress...')).toBeVisible()
  await expect(home.getByRole('heading', { level: 1, name: 'Nina North' })).toBeVisible()
  await expect(home.getByText('N', { exact: true })).toBeVisible()
  await expect(home.getByRole('timer')).toHaveText(/^00:0[1-9]/)
  await home.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(home.getByRole('button', { name: 'Unmute', exact: true })).toBeVisible()
  await expect(home.getByRole('button', { name: /Speaker|sound/i }).first()).toBeVisible()
  await world.postgres('doorbell', `UPDATE activities SET visitor_name = '' WHERE visitor_name = 'Nina North'`)
  await home.reload()
  await returnIfAsked(home)
  await expect(home.getByRole('heading', { level: 1, name: 'Unknown Caller' })).toBeVisible()
  await hangUp(home)
  await expect(home.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
})

test('a phone of 844 px shows the whole form; on a desktop the plate is filled by its words, before script as after it', async ({
  openResident,
  openVisitor,
}) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await door.setViewportSize({ width: 390, height: 844 })
  const stored = await door.getByText(/^Stored: /).boundingBox()
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

test('what was typed and not rung with stands in the form again after a look at the other tabs, and not after the ring', async ({
  openResident,
  openVisitor,
}) => {
  const { resident } = await openResident()
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

test('a broken link opens the page of a code that nobody has, and its script does not stumble [S-inactive]', async ({
  openResident,
  openVisitor,
  consoleErrors,
  world,
}) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  const answer = await door.goto(`${world.url}/visitor/%E0%A4%A`)
  expect(answer?.status()).toBe(404)
  await expect(door.getByText('This code is no longer active')).toBeVisible()
  expect(consoleErrors.filter((text) => !text.includes('404'))).toEqual([])
})

/**
 * Presses a button the moment it is there, as the second tap of a double one does at its quickest.
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

test('the second tap of a double one meets nothing: Ring does not cancel, Cancel does not ring', async ({ openResident, openVisitor }) => {
  const { resident } = await openResident()
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

test('where a panel goes with the button that was pressed, its heading has the focus; a field in use keeps it', async ({
  openResident,
  openVisitor,
}) => {
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
  await expect(heading('No one answered')).toBeVisible({ timeout: 50_000 })
  await expect(chatBox(door)).toBeFocused()
})

for (const script of [true, false])
  test(`Enter in a field is the form's own button, never a chip, ${script ? 'with' : 'without'} script`, async ({
    openResident,
    openVisitor,
    world,
  }) => {
    const { resident } = await openResident()
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
