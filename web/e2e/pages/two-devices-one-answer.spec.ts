import { expect, type Page } from '@playwright/test'
import { report } from '#scripts/testing/report.ts'
import { answer, chatBox, incoming, takesPresses } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-first-wins
test('the first answer wins, and the other device reads who answered', { tag: '@all' }, async ({ openResident, openDevice, world }) => {
  const { page: kitchen, resident } = await openResident()
  const { page: phone, resident: onPhone } = await openDevice(resident)
  await world.visitor().ring(resident)
  await Promise.all([expect(incoming(kitchen)).toBeVisible(), expect(incoming(phone)).toBeVisible()])

  await answer(kitchen, 'Message')
  await expect(chatBox(kitchen)).toBeVisible()
  await expect(phone.getByText(/^Answered on/)).toBeVisible()
  await expect(incoming(phone)).toBeHidden()
  const [activity] = await resident.activities()
  await expect(onPhone.call('doorbell.handle', { id: activity?.id ?? 0, handledType: 'dismissed' })).rejects.toMatchObject({
    status: 409,
    code: 'answered_elsewhere',
  })
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_message' })
})

const RINGS = 10
/** From now on the page records when it stops a sound, whether it was playing or not. The modal stays for two seconds after the answer. */
const notesSilence = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const stopped: number[] = []
    Object.assign(globalThis, { __stopped: stopped })
    const { pause } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.pause = function (this: HTMLMediaElement) {
      stopped.push(performance.timeOrigin + performance.now())
      pause.call(this)
    }
  })
/** When it first stopped a sound after a time, in milliseconds since 1970; 0 if it did not. */
const silentAfter = (page: Page, since: number): Promise<number> =>
  page.evaluate((at) => (globalThis as typeof globalThis & { __stopped: number[] }).__stopped.find((time) => time > at) ?? 0, since)

// covers: S-first-wins
test('an answer silences every other open device', { tag: '@all' }, async ({ openResident, openDevice, world }) => {
  test.setTimeout(90_000)
  const { page: kitchen, resident } = await openResident()
  const others = [(await openDevice(resident)).page, (await openDevice(resident)).page]
  for (const page of others) await notesSilence(page)
  const times: number[] = []
  for (let count = 0; count < RINGS; count += 1) {
    await world.visitor().ring(resident)
    await takesPresses(kitchen)
    for (const page of others) await expect(incoming(page)).toBeVisible()
    const button = incoming(kitchen).getByRole('button', { name: 'Ignore', exact: true })
    const pressed = await button.evaluate((element: HTMLElement) => {
      element.click()
      return performance.timeOrigin + performance.now()
    })
    for (const page of others) {
      await expect.poll(() => silentAfter(page, pressed)).toBeGreaterThan(0)
      times.push(Math.round((await silentAfter(page, pressed)) - pressed))
      await expect(incoming(page)).toBeHidden()
    }
  }
  const [median, p95] = [0.5, 0.95].map((share) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1])
  report(`from an answer to silence on the other open devices: p50 ${median} ms, p95 ${p95} ms`)
})
