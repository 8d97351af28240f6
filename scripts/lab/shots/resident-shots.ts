/** The resident's screens: sign-in, the dashboard, a ringing visitor, chat, calls, the plan, and errors. */
import type { Page, Route } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import type { Shot } from './shot.ts'
import { answer, courierRings, inCall, modal, press, ringByHand, see, someone, withVideoAdded, write } from './steps.ts'
import type { PageOptions, Studio } from './studio.ts'

async function signIn(studio: Studio, options: PageOptions = {}): Promise<Page> {
  const page = await studio.stranger({ path: '/auth', ...options })
  await see(page, 'Sign in to your account')
  return page
}

async function register(studio: Studio): Promise<Page> {
  const page = await signIn(studio)
  await press(page, 'Sign up')
  await see(page, 'Create your account')
  return page
}

async function fillRegistration(page: Page, username: string): Promise<void> {
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Reed')
  await page.getByLabel('Email').fill(`${username}@example.org`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
}

/** A day at the door: one of each outcome. */
async function aDay(studio: Studio, resident: Resident): Promise<void> {
  const rings = [
    { fields: { visitorName: 'Ana Lopez', message: 'I am early, sorry!', purpose: 'guest' }, how: 'missed' },
    { fields: { visitorName: 'City Water', message: 'Reading the meter', purpose: 'service' }, how: 'dismissed' },
    { fields: {}, how: 'message' },
    { fields: { visitorName: 'Jonas', message: 'Forgot my keys', purpose: 'guest', unitNumber: '' }, how: 'cancelled' },
  ] as const
  for (const { fields, how } of rings) {
    const visitor = 'visitorName' in fields ? studio.world.visitor() : await courierRings(studio, resident)
    if ('visitorName' in fields) await visitor.ring(resident, fields)
    const [ring] = await resident.activities()
    const id = ring?.id ?? 0
    if (how === 'cancelled') await visitor.call('doorbell.cancel', { id })
    else if (how !== 'missed') await resident.call('doorbell.handle', { id, handledType: how })
    else await studio.world.clock.shift(TIME.ringLife + 1_000)
  }
}

/** A dashboard with a visitor at the door. */
async function ringing(studio: Studio, premium: boolean, photo = true): Promise<Page> {
  const resident = await someone(studio, premium)
  const home = await studio.home(resident)
  await see(home, 'Live')
  if (photo) await courierRings(studio, resident)
  else await studio.world.visitor().ring(resident, { visitorName: 'Marcus Bell', message: 'Parcel for 4B' })
  await modal(home).waitFor()
  if (photo) await home.locator('img[alt^="Photo taken"]').waitFor()
  return home
}

async function dashboard(studio: Studio, options: PageOptions = {}, premium = false): Promise<Page> {
  const home = await studio.home(await someone(studio, premium), options)
  await see(home, 'My Digital Doorbell')
  return home
}

const routed = (patterns: readonly string[], answer: (route: Route) => Promise<unknown>) => (page: Page) =>
  Promise.all(patterns.map((pattern) => page.route(pattern, answer)))
const stuck = (...patterns: string[]) => routed(patterns, () => new Promise(() => undefined))
const broken = (...patterns: string[]) => routed(patterns, (route) => route.fulfill({ status: 503, json: DOWN }))
const DOWN = { code: 'unavailable', message: 'This part of the doorbell does not answer. Please try again.' }

/** Runs in the page: what the providers read at their first render throws. */
function breakTheme(): void {
  const real = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, 'matches')
  Object.defineProperty(MediaQueryList.prototype, 'matches', {
    get(this: MediaQueryList) {
      if (this.media.includes('color-scheme')) throw new Error('the theme cannot be read')
      return real?.get?.call(this)
    },
  })
}

export const residentShots: readonly Shot[] = [
  { name: 'sign-in', take: (studio) => signIn(studio) },
  {
    name: 'sign-in-errors',
    take: async (studio) => {
      const page = await signIn(studio)
      await press(page, 'Sign In')
      await see(page, 'Username is required')
      return page
    },
  },
  {
    name: 'sign-in-failed',
    take: async (studio) => {
      const page = await signIn(studio)
      await page.getByLabel('Username').fill('nora')
      await page.getByLabel('Password', { exact: true }).fill('not-this-one')
      await press(page, 'Sign In')
      await see(page, 'Login failed')
      return page
    },
  },
  { name: 'register', take: (studio) => register(studio) },
  {
    name: 'register-errors',
    take: async (studio) => {
      const page = await register(studio)
      await page.getByLabel('Password', { exact: true }).fill('horse')
      await press(page, 'Create Account')
      await see(page, 'First name is required')
      return page
    },
  },
  {
    name: 'register-taken',
    take: async (studio) => {
      const { user } = await someone(studio, false)
      const page = await register(studio)
      await fillRegistration(page, user.username)
      await press(page, 'Create Account')
      await see(page, 'Registration failed')
      return page
    },
  },
  {
    name: 'dashboard-empty',
    take: async (studio) => {
      const home = await studio.home(await studio.world.resident({ firstName: 'Nora' }))
      await see(home, 'not confirmed yet')
      await see(home, 'No one has rung yet')
      return home
    },
  },
  {
    name: 'dashboard',
    shiftsClock: true,
    take: async (studio) => {
      const resident = await someone(studio, true)
      await aDay(studio, resident)
      const home = await studio.home(resident)
      await see(home, 'City Water')
      await see(home, 'Live')
      return home
    },
  },
  {
    name: 'dashboard-loading',
    take: (studio) =>
      dashboard(studio, {
        before: stuck('**/api/activities*', '**/api/doors*'),
      }),
  },
  {
    name: 'dashboard-failed',
    take: async (studio) => {
      const home = await dashboard(studio, {
        before: broken('**/api/activities*', '**/api/doors*'),
      })
      await see(home, 'Could not load your activity logs.')
      return home
    },
  },
  {
    name: 'dashboard-offline',
    take: async (studio) => {
      const home = await dashboard(studio, { before: (page) => page.routeWebSocket(/\/ws/, (socket) => void socket.close()) })
      await see(home, 'Reconnecting.')
      return home
    },
  },
  {
    name: 'menu',
    take: async (studio) => {
      const home = await dashboard(studio)
      await press(home, 'Open menu')
      return home
    },
  },
  {
    name: 'toast',
    take: async (studio) => {
      const home = await ringing(studio, false)
      await answer(home, 'Ignore')
      await see(home, 'Call Dismissed')
      return home
    },
  },
  { name: 'incoming-free', take: (studio) => ringing(studio, false, false) },
  { name: 'incoming', take: (studio) => ringing(studio, true) },
  {
    name: 'incoming-two',
    take: async (studio) => {
      const resident = await someone(studio, true)
      await courierRings(studio, resident)
      await studio.world.visitor().ring(resident, { visitorName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2), message: 'Second' })
      await studio.world.visitor().ring(resident, { visitorName: 'Ana Lopez', message: 'Third' })
      const home = await studio.home(resident)
      await see(home, /Ana Lopez/)
      return home
    },
  },
  {
    name: 'incoming-long',
    take: async (studio) => {
      const resident = await someone(studio, true)
      const home = await studio.home(resident)
      await studio.world.visitor().ring(resident, {
        visitorName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
        message: 'Donaudampfschifffahrtsgesellschaft '.repeat(12).trim(),
        unitNumber: 'Rear building, 4B',
      })
      await modal(home).waitFor()
      return home
    },
  },
  {
    name: 'incoming-left',
    take: async (studio) => {
      const resident = await someone(studio, true)
      const home = await studio.home(resident)
      const visitor = await courierRings(studio, resident)
      await modal(home).waitFor()
      const [ring] = await resident.activities()
      await visitor.call('doorbell.cancel', { id: ring?.id ?? 0 })
      await see(home, 'has left')
      return home
    },
  },
  {
    name: 'premium',
    take: async (studio) => {
      const home = await ringing(studio, false)
      await answer(home, 'Video Call')
      await see(home, 'Premium Subscription Required')
      return home
    },
  },
  {
    name: 'chat',
    take: async (studio) => {
      const resident = await someone(studio, true)
      const home = await studio.home(resident)
      await see(home, 'Live')
      const visitor = await courierRings(studio, resident)
      await answer(home, 'Message')
      await write(home, 'Hello! Please leave it behind the blue bin.')
      const [ring] = await resident.activities()
      await visitor.call('doorbell.write_as_visitor', { id: ring?.id ?? 0, message: 'Done. Have a nice day!' })
      await see(home, 'Done. Have a nice day!')
      return home
    },
  },
  { name: 'call', take: async (studio) => (await inCall(studio)).home },
  {
    name: 'call-options',
    take: async (studio) => {
      const { home } = await inCall(studio)
      await press(home, 'More')
      return home
    },
  },
  {
    name: 'call-chat',
    take: async (studio) => {
      const { home, door } = await inCall(studio)
      await press(home, 'Chat')
      await write(home, 'Could you hold it up, please?')
      await see(door, /./)
      return home
    },
  },
  { name: 'call-audio', take: async (studio) => (await inCall(studio, 'Audio Call')).home },
  { name: 'call-video-added', take: async (studio) => (await withVideoAdded(studio)).home },
  {
    name: 'call-reconnecting',
    take: async (studio) => {
      const { home } = await inCall(studio)
      await home.context().setOffline(true)
      await see(home, /^Reconnecting/)
      return home
    },
  },
  {
    name: 'call-ending',
    take: async (studio) => {
      const { home } = await inCall(studio)
      await home.context().setOffline(true)
      await press(home, 'End')
      await see(home, /^No connection/)
      return home
    },
  },
  {
    name: 'call-next-ring',
    take: async (studio) => {
      const { home, resident } = await inCall(studio)
      await studio.world.visitor().ring(resident, { visitorName: 'Wolfeschlegelsteinhausenbergerdorff', message: 'Second' })
      await see(home, /is at the door/)
      return home
    },
  },
  {
    name: 'call-waiting',
    take: async (studio) => {
      const resident = await someone(studio, true)
      const home = await studio.home(resident)
      await ringByHand(await studio.door(resident, { devices: 'denied' }))
      await answer(home, 'Video Call')
      await see(home, /has not turned on the camera/)
      return home
    },
  },
  {
    name: 'call-denied',
    take: async (studio) => {
      const resident = await someone(studio, true)
      const home = await studio.home(resident, { devices: 'denied' })
      await ringByHand(await studio.door(resident))
      await answer(home, 'Video Call')
      await see(home, 'Camera access error')
      return home
    },
  },
  {
    name: 'call-video-refused',
    take: async (studio) => {
      const { home } = await inCall(studio, 'Audio Call', ['microphone'])
      await press(home, 'Turn camera on')
      await see(home, 'Camera access error')
      return home
    },
  },
  {
    name: 'subscription-free',
    take: async (studio) => {
      const home = await studio.home(await someone(studio, false), { path: '/subscription' })
      await see(home, '$9.99')
      return home
    },
  },
  {
    name: 'subscription-change',
    take: async (studio) => {
      const home = await studio.home(await someone(studio, true), { path: '/subscription' })
      await home.getByRole('radio', { name: /Free/ }).check({ force: true })
      await see(home, 'Confirm change')
      return home
    },
  },
  {
    name: 'subscription-premium',
    take: async (studio) => {
      const home = await studio.home(await someone(studio, true), { path: '/subscription' })
      await see(home, '$9.99')
      return home
    },
  },
  { name: 'not-found', take: (studio) => studio.stranger({ path: '/nowhere' }) },
  {
    name: 'page-failed',
    take: async (studio) => {
      const home = await studio.home(await someone(studio, false), {
        before: (page) => page.route('**/assets/doorbell-page*', (route) => route.abort()),
      })
      await see(home, 'This page could not be shown')
      return home
    },
  },
  {
    name: 'redirect',
    take: (studio) => studio.stranger({ path: '/', before: stuck('**/api/user') }),
  },
  {
    name: 'service-down',
    take: async (studio) => studio.home(await someone(studio, false), { before: broken('**/api/user') }),
  },
  {
    name: 'root-error',
    take: async (studio) => {
      const page = await studio.stranger({ path: '/auth', before: (opened) => opened.addInitScript(breakTheme) })
      await see(page, 'Something went wrong')
      return page
    },
  },
  {
    name: 'mailbox',
    take: async (studio) => {
      await someone(studio, false)
      return studio.stranger({ path: `/dev/mail?key=${studio.world.devKey}` })
    },
  },
]
