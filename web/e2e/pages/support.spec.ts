/** A question to the operator, from the plan's page. */
import { expect } from '@playwright/test'
import { expectToast } from '../actions.ts'
import { test } from '../fixtures.ts'
import { mailedLink } from '../mailbox.ts'

// covers: W-support
test('a question names the plan, and waits for a confirmed address', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident({ premium: true, path: '/subscription' })
  const card = page.getByRole('region', { name: 'Support' })
  await expect(card).toContainText('On Premium your question comes first.')
  await expect(card).toContainText('Confirm your email address first')
  await expect(card.getByRole('textbox')).toHaveCount(0)

  const token = new URL(await mailedLink(world, resident.user.email, 'verify')).hash.slice('#verify='.length)
  await resident.call('auth.verify_email', { token })
  const question = card.getByRole('textbox', { name: 'Your question' })
  // The page shows it without a reload.
  await expect(question).toBeVisible()
  await expect(card.getByRole('button', { name: 'Send' })).toBeDisabled()
  await question.fill('How do I move a door?')
  await page.route('**/api/support', (route) => route.abort())
  await card.getByRole('button', { name: 'Send' }).click()
  await expectToast(page, 'failure', 'Your question was not sent')
  await expect(question).toHaveValue('How do I move a door?')
  await page.unroute('**/api/support')
  await card.getByRole('button', { name: 'Send' }).click()
  await expectToast(page, 'success', 'Question Sent', `The answer comes to ${resident.user.email}.`)
  await expect(question).toHaveValue('')

  const mails = async () => (await world.rpc('auth.dev_mails', {})).filter(({ text }) => text.includes('How do I move a door?'))
  await expect
    .poll(async () => (await mails()).map(({ subject }) => subject))
    .toEqual([`[Premium] Question of account ${resident.user.id}`])

  await page.route('**/api/support', (route) => route.fulfill({ json: { open: false } }))
  await page.reload()
  await expect(page.getByText('Priority support: not set up by this server')).toBeVisible()
})
