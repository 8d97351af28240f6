import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'

// covers: W-no-script
test('without script a visitor rings, reads the answer, writes and rings again', async ({ browser, world }) => {
  const resident = await world.resident()
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const door = await context.newPage()
  await door.goto(`${world.url}/visitor/${resident.user.qrCodeId}`)
  await expect(door.getByText('We store your name, message, photo and chat.')).toBeVisible()
  await door.getByLabel('Your Name').fill('Vera Plain')
  await door.getByRole('textbox', { name: /^Message/ }).fill('No script here')
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expect(door.getByText('Calling Resident...')).toBeVisible()
  await expect(door.getByText('The answer appears here automatically.')).toBeVisible()
  await expect(door.getByText("You'll hear a tone when they answer.")).toBeHidden()
  const [ring] = await resident.activities()
  await resident.call('doorbell.write_as_resident', { id: ring?.id ?? 0, message: 'Coming down' })
  // Without a press: the page refreshes every five seconds.
  await expect(door.getByText('Coming down')).toBeVisible({ timeout: 12_000 })
  await door.getByPlaceholder('Type your message...').fill('Thank you')
  await door.getByRole('button', { name: 'Send' }).click()
  await expect(door.getByText('Thank you')).toBeVisible()
  expect(await door.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

  await door.getByRole('link', { name: 'See and delete what I left here' }).click()
  await expect(door.getByText('No script here')).toBeVisible()
  await door.getByRole('link', { name: 'Ring Doorbell' }).click()
  await door.getByRole('button', { name: 'Ring again' }).click()
  await door.getByRole('button', { name: 'Guest' }).click()
  await expect(door.getByText('Calling Resident...')).toBeVisible()
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expect(door.getByRole('button', { name: 'Ring Doorbell' })).toBeVisible()
  await context.close()
})
