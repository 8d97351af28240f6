import { expect, type Page } from '@playwright/test'
import { eventually } from '#scripts/testing/wait.ts'
import { answer, expectWaiting } from '../actions.ts'
import { test } from '../fixtures.ts'

async function ringWithAll(door: Page): Promise<void> {
  await door.getByLabel('Your Name').fill('Marcus Bell')
  await door.getByLabel('Unit Number').fill('4B')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Parcel for 4B')
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expectWaiting(door)
}

async function expectTexts(door: Page): Promise<void> {
  await expect(door.getByRole('textbox', { name: /^Message/ })).toHaveValue('Parcel for 4B')
  await expect(door.getByLabel('Your Name')).toHaveValue('Marcus Bell')
  await expect(door.getByLabel('Unit Number')).toHaveValue('4B')
}

test('Cancel after a reload restores the form’s texts and photo', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.getByRole('button', { name: 'Take a photo' }).click()
  await door.getByRole('button', { name: 'Capture Photo' }).click()
  await expect(door.getByText('Photo captured')).toBeVisible()
  await ringWithAll(door)
  await eventually('the photo', async () => (await resident.activities())[0]?.photoUrl)
  await door.reload()
  await expectWaiting(door)
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expectTexts(door)
  await expect(door.getByText('Photo captured')).toBeVisible()
})

test('Try Again after a reload and a decline restores the texts', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ringWithAll(door)
  await door.reload()
  await answer(home, 'Ignore')
  await door.getByRole('button', { name: 'Try Again' }).click()
  await expectTexts(door)
})

test('Cancel in another tab restores this one’s texts', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door, context } = await openVisitor(resident)
  await ringWithAll(door)
  await door.reload()
  await expectWaiting(door)
  const other = await context.newPage()
  await other.goto(door.url())
  await other.getByRole('button', { name: 'Cancel' }).click()
  await expectTexts(other)
  await expectTexts(door)
})

test('without script Cancel after a reload restores the texts', { tag: '@all' }, async ({ browser, world }) => {
  const resident = await world.resident()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const door = await context.newPage()
  await door.goto(`${world.url}/visitor/${resident.user.qrCodeId}`)
  await ringWithAll(door)
  await door.goto(door.url())
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expectTexts(door)
  await context.close()
})

test('a chip’s text is not in the form after Cancel', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.getByLabel('Unit Number').fill('4B')
  await door.getByRole('button', { name: 'Guest' }).click()
  await expectWaiting(door)
  await door.reload()
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expect(door.getByLabel('Unit Number')).toHaveValue('4B')
  await expect(door.getByLabel('Your Name')).toHaveValue('')
  await expect(door.getByRole('textbox', { name: /^Message/ })).toHaveValue('')
})

test('a door renamed during a visit keeps its new name after Try Again', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ringWithAll(door)
  const [own] = await resident.call('doorbell.doors', {})
  await resident.call('doorbell.change_door', { id: own?.id ?? 0, label: 'Ahornweg 14' })
  await answer(home, 'Ignore')
  await expect(door.getByRole('heading', { name: 'Call Declined' })).toBeVisible()
  await expect(door.getByRole('heading', { name: 'Ahornweg 14' })).toBeVisible()
  await door.getByRole('button', { name: 'Try Again' }).click()
  await expect(door.getByRole('heading', { name: 'One tap rings the bell' })).toBeVisible()
  await expect(door.getByRole('heading', { name: 'Ahornweg 14' })).toBeVisible()
})
