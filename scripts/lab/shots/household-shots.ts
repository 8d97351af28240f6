/** A household: the owner's and the member's page, the invitation, and a ring of another home. */
import type { Page } from '@playwright/test'
import { DAY_MS } from '#proto/durations.ts'
import { inviteMember, joinHousehold } from '#scripts/testing/household.ts'
import type { Resident } from '#scripts/testing/people.ts'
import type { Shot } from './shot.ts'
import { answer, courierRings, press, ringByHand, see, seePicture, someone } from './steps.ts'
import type { PageOptions, Studio } from './studio.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** An owner with two doors, two members and two open invitations, who is a member of another home. */
async function family(studio: Studio): Promise<Resident> {
  const owner = await someone(studio, true)
  const [front] = await owner.call('doorbell.doors', {})
  const garden = await owner.call('doorbell.add_door', { label: 'Garden gate' })
  const doors = [front?.id ?? 0]
  await joinHousehold(owner, await someone(studio, false), { name: 'Max Reed' })
  await joinHousehold(owner, await someone(studio, false), { name: 'Elena Marchetti', role: 'temporary', until: inDays(5), doors })
  const invited = { name: 'Aunt Josephine', email: 'josephine@example.org', role: 'member' as const, doors: [...doors, garden.id] }
  await owner.call('doorbell.invite_member', invited)
  await inviteMember(owner, { name: 'Tom', role: 'temporary', until: inDays(12), doors })
  await joinHousehold(await studio.world.resident({ firstName: 'Robin' }), owner, { name: 'Nora' })
  return owner
}

async function household(studio: Studio, options: PageOptions = {}): Promise<Page> {
  const page = await studio.home(await family(studio), { path: '/household', ...options })
  await see(page, 'Aunt Josephine')
  return page
}

async function dialog(studio: Studio, button: string): Promise<Page> {
  const page = await household(studio)
  await press(page, button)
  await page.locator('dialog[open]').waitFor()
  return page
}

/** @returns the page of a member of a home, and its owner */
async function memberOf(studio: Studio, premium: boolean, options: PageOptions = {}): Promise<readonly [page: Page, owner: Resident]> {
  const owner = await studio.world.resident({ premium, firstName: 'Robin' })
  const member = await someone(studio, false)
  await joinHousehold(owner, member, { name: 'Max' })
  const page = await studio.home(member, options)
  return [page, owner]
}

async function ringing(studio: Studio, premium: boolean, options: PageOptions = {}): Promise<Page> {
  const [page, owner] = await memberOf(studio, premium, options)
  await page.locator('h1').waitFor()
  await courierRings(studio, owner)
  // By its role: the title is in the page's language.
  await page.locator('[role="alertdialog"] img').first().waitFor()
  return page
}

/** A list of another home's visits, which its owner has answered. */
async function visitsOf(studio: Studio, path: string): Promise<Page> {
  const [page, owner] = await memberOf(studio, true)
  for (const visitorName of ['Ana Lopez', 'City Water']) {
    await studio.world.visitor().ring(owner, { visitorName, message: 'Hello, it is me' })
    const [ring] = await owner.activities()
    await owner.call('doorbell.handle', { id: ring?.id ?? 0, handledType: 'message' })
  }
  await page.goto(`${studio.world.url}${path}`)
  await page.getByRole('combobox', { name: 'Home' }).selectOption({ index: 1 })
  await see(page, 'City Water')
  return page
}

export const householdShots: readonly Shot[] = [
  { name: 'household', take: household },
  {
    name: 'household-german',
    take: (studio) => household(studio, { locale: 'de-DE' }),
  },
  {
    name: 'household-empty',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, false), { path: '/household' })
      await see(page, 'Share your doorbell')
      return page
    },
  },
  {
    name: 'household-failed',
    take: async (studio) => {
      const before = (page: Page) => page.route('**/api/household', (route) => route.abort())
      const page = await studio.home(await someone(studio, false), { path: '/household', before })
      await see(page, 'could not be loaded')
      return page
    },
  },
  {
    name: 'household-invite',
    take: async (studio) => {
      const page = await dialog(studio, 'Invite a member')
      await page.getByRole('radio', { name: /^Temporary/ }).check()
      return page
    },
  },
  {
    name: 'household-link',
    take: async (studio) => {
      const page = await dialog(studio, 'Invite a member')
      await page.getByRole('dialog').getByLabel('Name').fill('Nora Reed')
      await page.getByRole('dialog').getByLabel('Email').fill('nora@example.org')
      await page.getByRole('checkbox', { name: 'Garden gate' }).check()
      await press(page, 'Create invitation')
      await see(page, 'Invitation for Nora Reed')
      return page
    },
  },
  { name: 'household-edit', take: (studio) => dialog(studio, 'Edit Elena Marchetti') },
  { name: 'household-remove', take: (studio) => dialog(studio, 'Remove Max Reed') },
  {
    name: 'join',
    take: async (studio) => {
      const { token } = await inviteMember(await studio.world.resident({ firstName: 'Robin' }), { name: 'Max Reed' })
      const page = await studio.home(await someone(studio, false), { path: `/join/${token}` })
      await see(page, 'Your name there')
      return page
    },
  },
  {
    name: 'join-signed-out',
    take: async (studio) => {
      const owner = await studio.world.resident({ firstName: 'Robin' })
      const { token } = await inviteMember(owner, { name: 'Elena', role: 'temporary', until: inDays(5) })
      const page = await studio.stranger({ path: `/join/${token}`, locale: 'de-DE' })
      await see(page, 'Konto erstellen')
      return page
    },
  },
  {
    name: 'join-gone',
    take: async (studio) => {
      const page = await studio.stranger({ path: `/join/${'x'.repeat(43)}` })
      await see(page, 'no longer works')
      return page
    },
  },
  { name: 'home-incoming', take: (studio) => ringing(studio, true) },
  { name: 'home-incoming-german', take: (studio) => ringing(studio, true, { locale: 'de-DE' }) },
  {
    name: 'home-premium',
    take: async (studio) => {
      const page = await ringing(studio, false)
      await answer(page, 'Video Call')
      await see(page, 'No calls at this home')
      return page
    },
  },
  {
    name: 'home-call',
    take: async (studio) => {
      const [page, owner] = await memberOf(studio, true)
      const door = await studio.door(owner)
      await ringByHand(door)
      await press(door, 'Turn on camera and microphone')
      await see(door, 'Turn off')
      await answer(page, 'Video Call')
      await seePicture(page)
      return page
    },
  },
  { name: 'home-history', take: (studio) => visitsOf(studio, '/visitors-page') },
  { name: 'home-log', take: (studio) => visitsOf(studio, '/activity-logs') },
  {
    name: 'home-visit',
    take: async (studio) => {
      const page = await visitsOf(studio, '/visitors-page')
      await press(page, 'View Details of City Water')
      await see(page, 'after')
      return page
    },
  },
]
