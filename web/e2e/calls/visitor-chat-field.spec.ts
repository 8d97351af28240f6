import { expect, type Page } from '@playwright/test'
import { answer, chatBox, expectEnded, expectWaiting, hangUp, ring, startVideoCall, write } from '../actions.ts'
import { test } from '../fixtures.ts'
import { isInView } from '../in-view.ts'

/** Phones, phones with an open keyboard, and desktops; the last is as low as a browser's window on a laptop. */
const SIZES = [
  [390, 844],
  [390, 422],
  [320, 640],
  [320, 330],
  [1280, 800],
  [1440, 900],
  [1280, 560],
] as const

async function expectFieldAtEverySize(door: Page, state: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await door.setViewportSize({ width, height })
    await expect.poll(() => isInView(door, '.send textarea'), { message: `${state}, ${width} by ${height}` }).toBe(true)
  }
}

/** The page of the chat must not scroll, only its log. */
async function expectNoPageScroll(door: Page, state: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await door.setViewportSize({ width, height })
    const excess = () => door.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    await expect.poll(excess, { message: `${state}, ${width} by ${height}` }).toBe(0)
  }
}

const lines = Array.from({ length: 14 }, (_, index) => `Line ${index + 1}`)

test('the field stays visible while it rings', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  const open = door.getByRole('button', { name: 'Leave a message' })
  for (const line of lines.slice(0, 5)) {
    await open.click()
    await chatBox(door).fill(line)
    await chatBox(door).press('Enter')
  }
  await open.click()
  await expectWaiting(door)
  await expectFieldAtEverySize(door, 'ringing')
})

test('the field stays visible under the call-back banner', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Message')
  await expect(chatBox(door)).toBeVisible()
  for (const line of lines) await write(door, line)
  await home.getByRole('button', { name: 'Video Call' }).click()
  await expect(door.getByText('The resident is calling')).toBeVisible()
  await expectNoPageScroll(door, 'called back')
  await expectFieldAtEverySize(door, 'called back')
})

test('the field stays visible in a call and after it', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await door.getByRole('button', { name: /^Chat/ }).click()
  for (const line of lines) await write(door, line)
  await expectFieldAtEverySize(door, 'in call')
  await door.setViewportSize({ width: 390, height: 844 })
  await hangUp(door)
  await expectEnded(door)
  await expectNoPageScroll(door, 'ended')
  await expectFieldAtEverySize(door, 'ended')
})
