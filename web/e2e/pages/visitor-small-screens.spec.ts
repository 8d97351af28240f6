import { expect } from '@playwright/test'
import { answer, chatBox, expectLine, ring, write } from '../actions.ts'
import { test } from '../fixtures.ts'
import { isInView } from '../in-view.ts'

for (const [width, height] of [
  [390, 844],
  [320, 640],
] as const)
  test(`a long chat keeps its field and newest message visible at ${width} by ${height}`, { tag: '@all' }, async ({
    openResident,
    openVisitor,
  }) => {
    const { page: home, resident } = await openResident()
    const { page: door } = await openVisitor(resident)
    await ring(door)
    await answer(home, 'Message')
    await expect(chatBox(door)).toBeVisible()
    await door.setViewportSize({ width, height })
    for (let index = 1; index <= 8; index += 1) await write(home, `Line ${index} of the resident`)
    for (let index = 1; index <= 8; index += 1) await write(door, `Line ${index} of the visitor`)
    await write(home, 'The last line')
    await expectLine(door, 'The last line')
    await expect.poll(() => isInView(door, '.send textarea')).toBe(true)
    await expect.poll(() => isInView(door, '.bub >> nth=-1')).toBe(true)
    // An on-screen keyboard takes half of the window.
    await door.setViewportSize({ width, height: Math.round(height / 2) })
    await expect.poll(() => isInView(door, '.bub >> nth=-1')).toBe(true)
  })

test('on a short phone no button covers a field or its error', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await door.setViewportSize({ width: 320, height: 640 })
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  for (const selector of ['[name=visitorName]', '[name=message]', '[name=message] ~ em']) {
    await door.locator(selector).evaluate((element) => element.scrollIntoView({ block: 'end' }))
    expect(await isInView(door, selector)).toBe(true)
  }
  await ring(door)
  const camera = door.getByRole('button', { name: 'Turn on camera and microphone' })
  await camera.scrollIntoViewIfNeeded()
  await camera.click()
  await expect(door.getByRole('button', { name: 'Turn off' })).toBeVisible()
})

test('after a ring from far down the page its top is shown', { tag: '@all' }, async ({ openVisitor, world }) => {
  const { page: door } = await openVisitor(await world.resident())
  await door.setViewportSize({ width: 320, height: 568 })
  await ring(door)
  await expect.poll(() => isInView(door, '.door-panel')).toBe(true)
  expect(await door.evaluate(() => window.scrollY)).toBe(0)
  await expect(door.getByRole('heading', { name: 'Calling Resident...' })).toBeFocused()
})

const OVERFLOWING = '.btn, .hd'
for (const locale of ['en-US', 'de-DE'])
  test(`no button's text overflows on the smallest phone (${locale})`, { tag: '@all' }, async ({ openResident, openVisitor }) => {
    const { page: home, resident } = await openResident()
    const { page: door } = await openVisitor(resident, { locale })
    await door.setViewportSize({ width: 320, height: 568 })
    const overflowing = () =>
      door
        .locator(OVERFLOWING)
        .evaluateAll((elements) =>
          elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent),
        )
    await door.locator('[name=purpose]').first().click()
    await expect(door.locator('.wait')).toBeVisible()
    expect(await overflowing()).toEqual([])
    await answer(home, 'Message')
    await expect(door.locator('.send textarea')).toBeVisible()
    expect(await overflowing()).toEqual([])
    const { height = 0 } = (await door.locator('.hd').boundingBox()) ?? {}
    expect(height).toBeLessThan(100)
  })

test('an unknown pass says so and offers no ring', { tag: '@all' }, async ({ browser, contexts, world }) => {
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  const loaded = page.waitForResponse((response) => /\/assets\/visitor.*\.js$/.test(response.url()))
  await page.goto(`${world.url}/visitor/pass/1-unknown`)
  await loaded
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name: 'Pass not found' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})
