/** A household: an owner shares a door with a member, who has an account of their own (docs/product/decisions.md, 41). */
import { expect, type Page } from '@playwright/test'
import { inviteMember, joinHousehold } from '#scripts/testing/household.ts'
import { PASSWORD } from '#scripts/testing/people.ts'
import { answer, chatBox, expectSpoken, expectToast, incoming, ring, takesPresses, write } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

const members = (page: Page) => page.getByRole('region', { name: 'Members' })
const homes = (page: Page) => page.getByRole('region', { name: 'Other homes' })

/** Resolves when the page has read the list of rings once more. */
const polled = (page: Page, search = '') => page.waitForResponse((response) => response.url().includes(`/api/activities${search}`))

/** Invites by the dialog. @returns the link */
async function invite(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog.getByRole('heading', { name: `Invitation for ${name}` })).toBeFocused()
  const url = await dialog.getByLabel('Invitation link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return url
}

// covers: W-household W-home R-join
test('a member who was invited answers a ring, the owner reads who, and a removed one gets no ring', async ({
  openResident,
  openVisitor,
  consoleErrors,
  world,
}) => {
  const { page: owner, resident } = await openResident({ path: '/household' })
  await expect(members(owner).getByRole('heading', { name: 'Share your doorbell' })).toBeVisible()
  await expectNone(owner)
  await owner.getByRole('button', { name: 'Invite a member' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Create invitation' }).click()
  await expect(owner.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await expect(owner.getByRole('dialog').getByRole('alert')).toBeVisible()
  await expectNone(owner)
  await owner.keyboard.press('Escape')
  const url = await invite(owner, 'Max')
  await expect(owner.getByRole('region', { name: 'Invitations' }).getByText('Max')).toBeVisible()
  await owner.goto(`${world.url}/doorbell`)

  const { page: member } = await openResident()
  await member.goto(url)
  await expect(member.getByRole('heading', { name: 'Answer the door of Robin Reed' })).toBeVisible()
  await expectNone(member)
  await member.getByRole('button', { name: "Join Robin Reed's home" }).click()
  await expectToast(member, 'success', "You have joined Robin Reed's home", 'Rings there reach you from now on.')
  await expect(member).toHaveURL(`${world.url}/household`)
  await expect(homes(member).getByText("Robin Reed's home")).toBeVisible()
  await expectNone(member)

  const { page: visitor } = await openVisitor(resident)
  await ring(visitor, 'Vera Visitor')
  await takesPresses(owner)
  await takesPresses(member)
  await expect(incoming(member).getByText("At Robin Reed's home")).toBeVisible()
  await expect(incoming(member).getByRole('button', { name: 'Ignore for everyone' })).toBeVisible()
  await expect(incoming(member).getByRole('button', { name: 'Block this visitor' })).toHaveCount(0)
  await expectNone(member)
  await answer(member, 'Message')
  await expect(incoming(owner).getByRole('status')).toHaveText('Answered by Max')
  await expect(incoming(owner)).toBeHidden()
  await expect(chatBox(member)).toBeVisible()
  await write(member, 'Please leave it at the door')
  await expect(visitor.getByText('Please leave it at the door')).toBeVisible()
  // The polled list has the rings of other homes as well.
  await polled(member, '?home=')
  await expect(chatBox(member)).toBeVisible()
  await member.getByRole('main').getByRole('button', { name: 'Close' }).first().click()

  await member.goto(`${world.url}/visitors-page`)
  await expect(member.getByText('No visitors yet')).toBeVisible()
  await member.getByRole('combobox', { name: 'Home' }).selectOption({ label: "At Robin Reed's home" })
  await member.getByRole('button', { name: 'View Details of Vera Visitor' }).click()
  await expect(member.getByRole('complementary', { name: 'Visit of Vera Visitor' })).toContainText('Max, after')
  await expect(member.getByRole('button', { name: 'Block this visitor' })).toHaveCount(0)
  await expectNone(member)

  await member.getByRole('complementary').getByRole('button', { name: 'Close' }).click()

  await owner.goto(`${world.url}/household`)
  await members(owner).getByRole('button', { name: 'Remove Max' }).click()
  await owner.getByRole('alertdialog', { name: 'Remove Max?' }).getByRole('button', { name: 'Remove' }).click()
  await expectSpoken(owner, 'Member removed')
  await expect(members(owner).getByRole('heading', { name: 'Share your doorbell' })).toBeVisible()
  await expect(member.getByRole('combobox', { name: 'Home' })).toHaveCount(0)

  const { page: second } = await openVisitor(resident)
  await ring(second, 'Walter Wren')
  await expect(incoming(owner)).toContainText('Walter Wren')
  await polled(member)
  await polled(member)
  await expect(incoming(member)).toBeHidden()
  expect(consoleErrors).toEqual([])
})

// covers: W-household R-join
test('who is invited makes an account on the way, where strangers may not, and changes the name there and leaves', { tag: '@all' }, async ({
  browser,
  contexts,
  world,
}) => {
  const owner = await world.resident()
  const { token } = await inviteMember(owner, { name: 'Mina' })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  contexts.push(context)
  const page = await context.newPage()
  await page.route('**/api/registration', (route) => route.fulfill({ json: { open: false } }))
  // As some programs copy a link.
  const opened = await page.goto(`${world.url}/join/${token}.`)
  expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' })
  await expect(page.getByRole('heading', { name: 'Answer the door of Robin Reed' })).toBeVisible()
  await expectNone(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  const username = `mina${owner.user.id}`
  const typed = { 'First name': 'Mina', 'Last name': 'Moor', Email: `${username}@example.org`, Username: username }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(PASSWORD)
  const [request] = await Promise.all([
    page.waitForRequest('**/api/register'),
    page.getByRole('button', { name: 'Create Account', exact: true }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({ invitation: token })
  await expect(page.getByText('You are signed in as Mina Moor.')).toBeVisible()
  await page.getByRole('button', { name: "Join Robin Reed's home" }).click()
  await expect(page).toHaveURL(`${world.url}/household`)
  await expect(homes(page).getByText('Your name there: Mina')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain(token)

  await homes(page).getByRole('button', { name: 'Change your name' }).click()
  await page.getByLabel('Your name there').fill('Mina M.')
  await page.keyboard.press('Enter')
  await expect(homes(page).getByText('Your name there: Mina M.')).toBeVisible()
  await expect(homes(page).getByRole('button', { name: 'Change your name' })).toBeFocused()
  await homes(page).getByRole('button', { name: 'Leave' }).click()
  await expectNone(page)
  await page.getByRole('alertdialog', { name: "Leave Robin Reed's home?" }).getByRole('button', { name: 'Leave' }).click()
  await expectSpoken(page, 'You left the home')
  await expect(homes(page).getByText('their home is listed here', { exact: false })).toBeVisible()
  expect((await owner.call('doorbell.household', {})).members).toEqual([])
})

// covers: W-household R-join
test('an own invitation and a used one lead to no home', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  const { token } = await inviteMember(resident)
  await page.goto(`${world.url}/join/${token}`)
  await page.getByRole('button', { name: "Join Robin Reed's home" }).click()
  await expect(page.getByRole('heading', { name: 'This is your own home' })).toBeFocused()
  await expectNone(page)
  await page.getByRole('button', { name: 'Go to Household' }).click()
  await expect(page).toHaveURL(`${world.url}/household`)
  await (await world.resident()).call('doorbell.accept_invitation', { token })
  await page.goto(`${world.url}/join/${token}`)
  await expect(page.getByRole('heading', { name: 'This invitation no longer works' })).toBeFocused()
  await expectNone(page)
  await page.getByRole('button', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})

// covers: W-household
test('an owner invites by mail for a while and to one of two doors, changes it, and revokes another invitation', { tag: '@all' }, async ({
  openResident,
  world,
}) => {
  const { page, resident } = await openResident({ premium: true })
  await resident.call('doorbell.add_door', { label: 'Garden gate' })
  await joinHousehold(resident, await world.resident(), { name: 'Max' })
  await page.goto(`${world.url}/settings?tab=doorbell`)
  await page.getByRole('link', { name: 'Manage members' }).click()
  await expect(page).toHaveURL(`${world.url}/household`)
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Elena')
  await dialog.getByLabel('Email').fill('elena@')
  await dialog.getByRole('radio', { name: /^Temporary/ }).check()
  await dialog.getByLabel('Until').fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  for (const text of ['Choose a date in the future', 'Choose at least one door']) await expect(dialog.getByText(text)).toBeVisible()
  await expectNone(page)
  await dialog.getByLabel('Email').fill('elena@example.org')
  await dialog.getByLabel('Until').fill('2099-01-01T10:00')
  await dialog.getByRole('checkbox', { name: 'Garden gate' }).press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('It was also mailed to elena@example.org.')).toBeVisible()
  await expectNone(page)
  // The link would be lost.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const invitations = page.getByRole('region', { name: 'Invitations' })
  for (const text of ['Temporary member', 'Garden gate', 'Mailed to elena@example.org'])
    await expect(invitations.getByText(text, { exact: true })).toBeVisible()

  await members(page).getByRole('button', { name: 'Edit Max' }).click()
  await dialog.getByLabel('Name').fill('Maximilian')
  await dialog.getByRole('checkbox', { name: 'Front door' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectSpoken(page, 'Member saved')
  await expect(members(page).getByText('Maximilian')).toBeVisible()
  await expect(members(page).getByText('Garden gate', { exact: true })).toBeVisible()
  await invitations.getByRole('button', { name: 'Revoke the invitation for Elena' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(invitations).toBeHidden()
})

// covers: W-home
test('a member is offered no calls where the plan of the home has none, and buys none', { tag: '@all' }, async ({
  openResident,
  openVisitor,
  world,
}) => {
  const owner = await world.resident()
  const { page, resident } = await openResident({ premium: true })
  await joinHousehold(owner, resident)
  await page.reload()
  const { page: visitor } = await openVisitor(owner)
  await ring(visitor)
  await answer(page, 'Video Call')
  const modal = incoming(page)
  await expect(modal.getByRole('heading', { name: 'No calls at this home' })).toBeFocused()
  await expect(modal.getByRole('alert')).toHaveText(
    "Robin Reed's plan has no video calls. Vera Visitor is still at the door and can chat with you.",
  )
  await expect(modal.getByRole('button', { name: 'Upgrade Now' })).toHaveCount(0)
  await expectNone(page)
  await modal.getByRole('button', { name: 'Not Now' }).click()
  await takesPresses(page)
  // Removed while it rings: nothing can be answered any more.
  const [member] = (await owner.call('doorbell.household', {})).members
  await owner.call('doorbell.remove_member', { id: member?.id ?? 0 })
  await expect(modal.getByText('You can no longer answer at this home')).toBeVisible({ timeout: 5_000 })
  await expect(modal).toBeHidden()
})
