/** A household: an owner shares a door with a member, who has an account of their own (docs/product/decisions.md, 41). */
import { expect, type Page } from '@playwright/test'
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

// covers: W-household R-household R-join
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
