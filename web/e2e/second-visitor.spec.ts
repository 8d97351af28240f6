import { expect } from '@playwright/test'
import { answer, chatBox, expectWaiting, incoming, ring } from './actions.ts'
import { test } from './fixtures.ts'

test('a second visitor is shown in line, told so, and rings on when the first is answered [S-ring-line]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident()
  const { page: first } = await openVisitor(resident)
  const { page: second } = await openVisitor(resident)
  await ring(first, 'Marcus Bell')
  await expect(incoming(home)).toContainText('Marcus Bell')
  await ring(second, 'Nina North')
  await expect(second.getByText('Someone else is at the door')).toBeVisible()
  await expect(second.getByText('Someone rang just before you. The resident sees both of you.')).toBeVisible()
  await expect(incoming(home)).toHaveCount(1)
  await expect(incoming(home)).toContainText('Nina North')
  await expect(first.getByText('Someone else is at the door')).toHaveCount(0)

  await answer(home, 'Message')
  await expect(chatBox(first)).toBeVisible()
  await expectWaiting(second)
  await expect(home.getByText('Nina North').first()).toBeVisible()
})

test('a second visitor reads that the resident sees both, with and without script: their own ring rings already', async ({
  openResident,
  openVisitor,
  browser,
  contexts,
  world,
}) => {
  const { page: home, resident } = await openResident()
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  const scriptless = await browser.newContext({ javaScriptEnabled: false })
  contexts.push(scriptless)
  const plain = await scriptless.newPage()
  await plain.goto(`${world.url}/visitor/${resident.user.qrCodeId}`)
  await plain.getByRole('button', { name: 'Guest' }).click()
  await expect(plain.getByText('Someone rang just before you. The resident sees both of you.')).toBeVisible()
  const { page: third } = await openVisitor(resident)
  await ring(third, 'Nina North')
  await expect(third.getByText('2 visitors rang before you. The resident sees all of you.')).toBeVisible()
  await expect(incoming(home)).toContainText('Marcus Bell')
  await expect(incoming(home)).toContainText('Nina North')
  for (const page of [plain, third]) await expect(page.getByText(/You are next|rings by itself/)).toHaveCount(0)
})

test('a flood of rings names three and counts the rest, and every answer stays in view', async ({ openResident, world }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const rung = (index: number) =>
    world
      .visitor()
      .ring(resident, { visitorName: `Visitor number ${index}`, message: 'I have a parcel that needs your signature. '.repeat(4) })
  for (let index = 1; index <= 12; index++) await rung(index)
  const dialog = incoming(home)
  await expect(dialog.getByText('and 8 more')).toBeVisible()
  await expect(dialog.getByText(/^Visitor number/)).toHaveCount(4)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await home.setViewportSize(size)
    for (const name of ['Video Call', 'Audio Call', 'Message', 'Ignore'])
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
})

test('each later ring counts by itself: never more than its whole life, and on while the first one says that it is over', async ({
  openResident,
  world,
}) => {
  const { page: home, resident } = await openResident()
  const dialog = incoming(home)
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  await expect(dialog.getByRole('timer')).toHaveText('25')
  const counts = home.evaluate(() => {
    const isOver = () => document.querySelector('[role=alertdialog]')?.textContent.includes('No one answered in time') ?? false
    return new Promise<{ readonly before: readonly number[]; readonly over: readonly number[] }>((resolve) => {
      const seen = { before: new Set<number>(), over: new Set<number>() }
      const observer = new MutationObserver(() => {
        const left = document.querySelector('[role=alertdialog] li span:last-of-type')?.textContent
        if (left) seen[isOver() ? 'over' : 'before'].add(Number.parseInt(left, 10))
        if (isOver() || seen.over.size === 0) return
        observer.disconnect()
        resolve({ before: [...seen.before], over: [...seen.over] })
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
  await world.visitor().ring(resident, { visitorName: 'Nina North' })
  await expect(dialog.getByText('Nina North')).toBeVisible()
  await expect(dialog.getByText(/Nina North/)).toBeVisible({ timeout: 40_000 })
  const { before, over } = await counts
  expect(Math.max(...before)).toBeLessThanOrEqual(30)
  expect(over.length).toBeGreaterThan(1)
})
