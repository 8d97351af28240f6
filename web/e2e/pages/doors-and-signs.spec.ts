import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { type Printed, readPdf } from '#scripts/testing/poppler.ts'
import { answer, chatBox, incoming, ring } from '../actions.ts'
import { test } from '../fixtures.ts'

const DOTS = 300 / 25.4
/** Millimetres by which the reader's extrapolated corners may be off: half a module. */
const EDGE = 0.75

/** What a phone's camera would read off the paper, and how large the code is there in millimetres. */
async function scan(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const found = jsqr.default(new Uint8ClampedArray(data), info.width, info.height)
  if (!found) throw new Error('no code can be read')
  const { topLeftCorner: left, topRightCorner: right, bottomLeftCorner: below } = found.location
  return {
    link: found.data,
    side: (right.x - left.x) / DOTS,
    left: left.x / DOTS,
    top: left.y / DOTS,
    bottom: below.y / DOTS,
    modules: found.version * 4 + 17,
  }
}

/** Whether a strip of the page, in millimetres, is white. */
async function isWhite(picture: Buffer, area: { left: number; top: number; width: number; height: number }): Promise<boolean> {
  const [left, top, width, height] = [area.left, area.top, area.width, area.height].map((mm) => Math.round(mm * DOTS))
  const strip = await sharp(picture)
    .extract({ left: left ?? 0, top: top ?? 0, width: width ?? 1, height: height ?? 1 })
    .png()
    .toBuffer()
  // `sharp` computes statistics of the opened image, not of the area that was cut from it.
  const { channels } = await sharp(strip).stats()
  return channels.every(({ min }) => min > 250)
}

const print = async (page: Page): Promise<Printed> => readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))

// covers: W-door-sign
test('a sign prints on one A6 or A5 sheet with a scannable code', { tag: '@all' }, async ({ openResident, world, consoleErrors }, info) => {
  const { page, resident } = await openResident()
  const label = async (text: string) => {
    const id = (await resident.call('doorbell.doors', {}))[0]?.id
    await resident.http(`/api/doors/${id}`, { method: 'PATCH', body: { label: text } })
    await page.reload()
  }
  await label('14 Maple Lane')
  await page.getByRole('link', { name: 'Print the sign for 14 Maple Lane' }).first().click()
  // The address changes once the page's code is loaded; until then a reload would show the dashboard.
  await expect(page.getByRole('heading', { name: 'Sign for 14 Maple Lane' })).toBeVisible()
  const [door] = await resident.call('doorbell.doors', {})
  const code = door?.shortCode.replace(/^(.{4})/, '$1-') ?? ''
  for (const [paper, width, height, scale, name] of [
    ['A6', 105, 148, 1, '14 Maple Lane'],
    ['A5', 148, 210, 148 / 105, 'Gate by the quarry and the grey gypsy pony yard'],
  ] as const) {
    await label(name)
    await expect(page.getByRole('heading', { name: `Sign for ${name}` })).toBeVisible()
    await page.getByText(paper, { exact: true }).click()
    const printed = await print(page)
    await writeFile(info.outputPath(`sign-${paper}.png`), printed.picture)
    expect([printed.pages, Math.round(printed.width), Math.round(printed.height)]).toEqual([1, width, height])
    for (const text of [...name.split(' '), 'Scan to ring', 'Point your camera at the code. No app needed.', '/visitor', code])
      expect(printed.text).toContain(text)
    expect(printed.text).not.toContain('Download')
    const { link, side, left, top, bottom, modules } = await scan(printed.picture)
    expect(link).toBe(`${world.url}/visitor/${door?.qrCodeId}`)
    expect(side / scale).toBeGreaterThan(61.2)
    const quiet = (4 * side) / modules
    for (const area of [
      { left: left - quiet, top: top - quiet, width: quiet - EDGE, height: side + 2 * quiet },
      { left: left + side + EDGE, top: top - quiet, width: quiet - EDGE, height: side + 2 * quiet },
      { left: left - quiet, top: top - quiet, width: side + 2 * quiet, height: quiet - EDGE },
      { left: left - quiet, top: bottom + EDGE, width: side + 2 * quiet, height: quiet - EDGE },
    ])
      expect(await isWhite(printed.picture, area)).toBe(true)
  }
  expect(consoleErrors).toEqual([])
})

test('loading doors show skeletons of their shape', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident()
  const { promise: arrival, resolve: letArrive } = Promise.withResolvers<void>()
  await page.route('**/api/doors', async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto(`${world.url}/settings/doors`)
  const doors = page.getByRole('region', { name: 'Doors', exact: true })
  const shape = doors.getByRole('status', { name: 'Loading' })
  // The skeleton has three rows; a spinner would be one circle.
  await expect.poll(async () => (await shape.boundingBox())?.height ?? 0).toBeGreaterThan(150)
  letArrive()
  await expect(doors.getByRole('listitem')).toHaveCount(1)
  await expect(shape).toHaveCount(0)
})

// covers: R-doors W-doors
test('a premium resident adds a door, edits it and rotates its code', { tag: '@all' }, async ({ openResident, openVisitor, world }) => {
  const { page, resident } = await openResident({ premium: true, path: '/settings/doors' })
  await page.getByRole('button', { name: 'Add a door' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a door' })
  await dialog.getByRole('button', { name: 'Add door' }).click()
  await expect(dialog.getByText('Label is required')).toBeVisible()
  await dialog.getByLabel('Label').fill('Garden gate')
  await dialog.getByRole('button', { name: 'Add door' }).click()
  await expect(page.getByRole('heading', { name: 'Garden gate' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit Garden gate' }).click()
  await expect(page.getByRole('button', { name: 'Close the details of Garden gate' })).toHaveText('Close')
  await expect(page.getByRole('button', { name: 'Edit Garden gate' })).toHaveCount(0)
  await page.getByLabel('Phone number').fill('555 123 4567')
  await page.getByRole('button', { name: 'Add a line' }).click()
  await page.getByLabel('Floor 1').fill('2')
  await page.getByLabel('Name 1').fill('Dr. Reed')
  await page.getByRole('switch', { name: 'Show opening hours' }).click()
  await page.getByRole('radio', { name: 'Gong' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Garden gate' })).toBeFocused()
  const gate = (await resident.call('doorbell.doors', {})).find(({ label }) => label === 'Garden gate')
  expect(gate).toMatchObject({
    sound: 'gong',
    building: { phone: '555 123 4567', floors: [{ floor: '2', name: 'Dr. Reed' }], timeZone: 'Europe/Berlin' },
  })

  const item = page.getByRole('listitem').filter({ hasText: 'Garden gate' })
  await item.getByRole('button', { name: 'Replace code' }).click()
  await page.getByRole('radio', { name: 'Works for 24 more hours' }).check()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace code' }).click()
  await expect(item.getByText(/Old code works until/)).toBeVisible()

  const { page: visitor } = await openVisitor(resident)
  await visitor.goto(`${world.url}/visitor/${gate?.qrCodeId}`)
  const asked = page.waitForRequest(/chime-gong\.mp3/)
  await ring(visitor)
  await asked
  await answer(page, 'Ignore')
  await expect(incoming(page)).toBeHidden()

  await page.goto(`${world.url}/doorbell`)
  await page.getByRole('button', { name: /^Door:/ }).click()
  await page.getByRole('menuitem', { name: 'Garden gate' }).click()
  const after = (await resident.call('doorbell.doors', {})).find(({ label }) => label === 'Garden gate')
  await expect(page.getByRole('link', { name: new RegExp(`Link to your doorbell.*${after?.qrCodeId}`) })).toBeVisible()
  await page.goto(`${world.url}/settings/doors`)
  await page.getByRole('button', { name: 'Delete door' }).click()
  await page.getByRole('alertdialog', { name: 'Delete Garden gate?' }).getByRole('button', { name: 'Delete door' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Garden gate', exact: true })).toBeHidden()
})

test('a door disabled on one device is disabled on another', { tag: '@all' }, async ({ openResident, openDevice, world }) => {
  const { page: home, resident } = await openResident()
  const { page: phone } = await openDevice(resident)
  await expect(phone.getByRole('button', { name: 'Share Link' })).toBeVisible()
  await home.goto(`${world.url}/settings/doors`)
  await home.getByRole('switch', { name: 'Accept rings at Front door' }).click()
  await expect(phone.getByText('This door is off. Nobody can ring with its code or link.')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Share Link' })).toHaveCount(0)
  await expect(phone.getByRole('link', { name: /Link to your doorbell/ })).toHaveCount(0)
  await home.getByRole('switch', { name: 'Accept rings at Front door' }).click()
  await expect(phone.getByRole('button', { name: 'Share Link' })).toBeVisible()
})

test('a switch that pauses doors on one device pauses them on another', { tag: '@all' }, async ({ openResident, openDevice, world }) => {
  const { page: home, resident } = await openResident({ premium: true })
  await resident.call('doorbell.add_door', { label: 'Garden gate' })
  const { page: phone } = await openDevice(resident)
  await phone.goto(`${world.url}/settings/doors`)
  await expect(phone.getByRole('heading', { name: 'Garden gate' })).toBeVisible()
  await home.goto(`${world.url}/settings?tab=doorbell`)
  const several = home.getByRole('region', { name: 'Doorbell settings' }).getByRole('switch', { name: /^Multiple QR Codes/ })
  await several.click()
  await expect(phone.getByText('Paused', { exact: true })).toBeVisible()
  await several.click()
  await expect(phone.getByText('Paused', { exact: true })).toHaveCount(0)
})

test('a ring opens over the sign, which still prints alone', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  const [door] = await resident.call('doorbell.doors', {})
  await page.goto(`${world.url}/settings/doors/${door?.id}/sign`)
  await expect(page.getByRole('heading', { name: /^Sign for/ })).toBeVisible()
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  await expect(incoming(page)).toBeVisible()
  const printed = await print(page)
  expect(printed.pages).toBe(1)
  expect(printed.text).toContain('Scan to ring')
  expect(printed.text).not.toContain('Marcus Bell')
  await answer(page, 'Message')
  await expect(chatBox(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: /^Sign for/ })).toBeVisible()
})

test('clicking the label of an opening-hours switch toggles it', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/settings/doors' })
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await page.getByText('Show opening hours', { exact: true }).click()
  const sunday = page.getByRole('switch', { name: 'Sunday' })
  const isOpen = await sunday.isChecked()
  await page.getByText('Sunday', { exact: true }).click()
  await expect(sunday).toBeChecked({ checked: !isOpen })
})

test('a code rotated on one device shows on another’s dashboard', { tag: '@all' }, async ({ openResident, openDevice }) => {
  const { page: home, resident } = await openResident()
  const { page: tablet } = await openDevice(resident)
  const link = tablet.getByRole('link', { name: /\/visitor\// })
  await expect(link).toHaveAttribute('href', new RegExp(`${resident.user.qrCodeId}$`))
  await home.goto(`${new URL(home.url()).origin}/settings/doors`)
  await home.getByRole('button', { name: 'Replace code' }).click()
  await home.getByRole('alertdialog').getByRole('button', { name: 'Replace code' }).click()
  await expect(link).not.toHaveAttribute('href', new RegExp(`${resident.user.qrCodeId}$`))
  const [door] = await resident.call('doorbell.doors', {})
  await expect(link).toHaveAttribute('href', new RegExp(`${door?.qrCodeId}$`))
})
