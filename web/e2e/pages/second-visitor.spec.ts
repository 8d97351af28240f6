import { expect } from '@playwright/test'
import { answer, chatBox, expectWaiting, incoming, ring } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-ring-line
test('a second visitor sees a queue notice and rings on after the first answer', { tag: '@all' }, async ({ openResident, openVisitor }) => {
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

test('a second visitor reads that the resident sees both rings', { tag: '@all' }, async ({
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

test('many rings show three names and a count, with every answer visible', { tag: '@all' }, async ({ openResident, world }) => {
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
