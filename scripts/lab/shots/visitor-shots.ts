/** The visitor's screens: the sign's page, the ring, its ends, the call. */
import type { Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import type { Shot } from './shot.ts'
import { answer, inCall, press, ringByHand, see, someone, withVideoAdded, write } from './steps.ts'
import type { PageOptions, Studio } from './studio.ts'

const RING_LIFE_OVER_MS = TIME.ringLife + 1_000

/** A courier at the door of a resident whose page is open too. */
async function rung(studio: Studio, premium = false, options: PageOptions = {}): Promise<{ home: Page; door: Page }> {
  const resident = await someone(studio, premium)
  const home = await studio.home(resident)
  await see(home, 'Live')
  const door = await studio.door(resident, options)
  await ringByHand(door)
  return { home, door }
}

async function form(studio: Studio, options: PageOptions = {}): Promise<Page> {
  const door = await studio.door(await someone(studio, false), options)
  await see(door, 'One tap rings the bell')
  return door
}

/** The page of a sign that is scanned while its account is still being created. */
async function preparing(studio: Studio): Promise<Page> {
  const { user } = await someone(studio, false)
  await studio.world.postgres('doorbell', 'DELETE FROM doors WHERE owner_id = $1', [user.id])
  const door = await studio.stranger({ path: `/visitor/${user.qrCodeId}` })
  await see(door, 'This door is being set up')
  return door
}

export const visitorShots: readonly Shot[] = [
  { name: 'visitor-form', take: (studio) => form(studio) },
  { name: 'visitor-door-preparing', take: preparing },
  {
    name: 'visitor-form-errors',
    take: async (studio) => {
      const door = await form(studio)
      await press(door, 'Ring Doorbell')
      await see(door, 'Name is required')
      return door
    },
  },
  {
    name: 'visitor-photo',
    take: async (studio) => {
      const door = await form(studio)
      await door.getByText('Take a photo').click()
      await door.getByRole('button', { name: 'Capture Photo' }).waitFor()
      return door
    },
  },
  {
    name: 'visitor-photo-taken',
    take: async (studio) => {
      const door = await form(studio)
      await door.getByText('Take a photo').click()
      await press(door, 'Capture Photo')
      await see(door, 'Photo captured')
      return door
    },
  },
  {
    name: 'visitor-photo-denied',
    take: async (studio) => {
      const door = await form(studio, { devices: 'denied' })
      await door.getByText('Take a photo').click()
      await see(door, 'Camera access error')
      return door
    },
  },
  {
    name: 'visitor-ring-failed',
    take: async (studio) => {
      const door = await form(studio, {
        before: (page) =>
          page.route('**/api/doorbell/ring/*', (route) =>
            route.fulfill({ status: 429, json: { code: 'ring_limited', message: 'Too many rings. Please wait a moment and try again.' } }),
          ),
      })
      await press(door, 'Guest')
      await see(door, 'Doorbell Ring Failed')
      return door
    },
  },
  {
    name: 'visitor-ring-offline',
    take: async (studio) => {
      const door = await form(studio)
      await door.context().setOffline(true)
      await press(door, 'Guest')
      await door.getByRole('button', { name: 'Cancel' }).waitFor()
      return door
    },
  },
  {
    name: 'visitor-waiting',
    take: async (studio) => {
      const { door } = await rung(studio)
      await door.locator('.now').waitFor()
      return door
    },
  },
  {
    name: 'visitor-waiting-unseen',
    take: async (studio) => {
      const door = await studio.door(await someone(studio, false))
      await ringByHand(door)
      return door
    },
  },
  {
    name: 'visitor-in-line',
    take: async (studio) => {
      const resident = await someone(studio, false)
      await studio.world.visitor().ring(resident)
      const door = await studio.door(resident)
      await ringByHand(door)
      await see(door, 'Someone else is at the door')
      return door
    },
  },
  {
    name: 'visitor-waiting-write',
    take: async (studio) => {
      const { door } = await rung(studio)
      await press(door, 'Leave a message')
      await write(door, 'I can also leave it with the neighbour')
      return door
    },
  },
  { name: 'visitor-camera-card', take: async (studio) => (await rung(studio, true)).door },
  {
    name: 'visitor-camera-on',
    take: async (studio) => {
      const { door } = await rung(studio, true)
      await press(door, 'Turn on camera and microphone')
      await see(door, 'Your camera is on')
      return door
    },
  },
  {
    name: 'visitor-camera-denied',
    take: async (studio) => {
      const { door } = await rung(studio, true, { devices: 'denied' })
      await press(door, 'Turn on camera and microphone')
      await see(door, 'Camera and microphone stay off.')
      return door
    },
  },
  {
    name: 'visitor-waiting-no-socket',
    take: async (studio) => {
      const { door } = await rung(studio, true, { before: (page) => page.routeWebSocket(/\/ws/, (socket) => void socket.close()) })
      await see(door, /^(Reconnecting|This page checks)/)
      return door
    },
  },
  {
    name: 'visitor-long-words',
    take: async (studio) => {
      const door = await studio.door(await someone(studio, true))
      await ringByHand(
        door,
        'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
        `${'Donaudampfschifffahrtsgesellschaft'.repeat(6)} مرحبا بالعالم 👋🏽`,
      )
      return door
    },
  },
  {
    name: 'visitor-declined',
    take: async (studio) => {
      const { home, door } = await rung(studio)
      await answer(home, 'Ignore')
      await see(door, 'Call Declined')
      return door
    },
  },
  {
    name: 'visitor-missed',
    shiftsClock: true,
    take: async (studio) => {
      const { door } = await rung(studio)
      await studio.world.clock.shift(RING_LIFE_OVER_MS)
      await see(door, 'No one answered')
      return door
    },
  },
  {
    name: 'visitor-request-sent',
    shiftsClock: true,
    take: async (studio) => {
      const { door } = await rung(studio)
      await studio.world.clock.shift(RING_LIFE_OVER_MS)
      await press(door, 'Leave a message')
      await write(door, 'The parcel is behind the blue bin')
      await see(door, 'Request Sent!')
      return door
    },
  },
  {
    name: 'visitor-chat',
    take: async (studio) => {
      const { home, door } = await rung(studio)
      await answer(home, 'Message')
      await write(home, 'Hello! Please leave it behind the blue bin.')
      await see(door, 'Hello! Please leave it behind the blue bin.')
      await write(door, 'Done. Have a nice day!')
      return door
    },
  },
  { name: 'visitor-call', take: async (studio) => (await inCall(studio)).door },
  {
    name: 'visitor-call-more',
    take: async (studio) => {
      const { door } = await inCall(studio)
      await press(door, 'More')
      return door
    },
  },
  {
    name: 'visitor-call-chat',
    take: async (studio) => {
      const { door } = await inCall(studio)
      await press(door, 'Chat')
      await write(door, 'Shall I leave it here?')
      return door
    },
  },
  { name: 'visitor-call-audio', take: async (studio) => (await inCall(studio, 'Audio Call')).door },
  { name: 'visitor-call-video-added', take: async (studio) => (await withVideoAdded(studio)).door },
  {
    name: 'visitor-call-reconnecting',
    take: async (studio) => {
      const { door } = await inCall(studio)
      await door.context().setOffline(true)
      await see(door, /^Reconnecting/)
      return door
    },
  },
  {
    name: 'visitor-call-denied',
    take: async (studio) => {
      const { home, door } = await rung(studio, true, { devices: 'denied' })
      await answer(home, 'Video Call')
      await see(door, 'Continue with chat')
      return door
    },
  },
  {
    name: 'visitor-ended',
    take: async (studio) => {
      const { home, door } = await inCall(studio)
      await press(home, 'End')
      await see(door, 'Call Ended')
      return door
    },
  },
  {
    name: 'visitor-inactive',
    take: async (studio) => {
      const door = await studio.stranger({ path: '/visitor/aaaaaaaaaaaaaaaaaaaa' })
      await see(door, 'This code is no longer active')
      return door
    },
  },
  {
    name: 'visitor-code',
    take: async (studio) => {
      const door = await studio.stranger({ path: '/visitor' })
      await see(door, 'Enter the code on the sign')
      return door
    },
  },
  {
    name: 'visitor-code-wrong',
    take: async (studio) => {
      const door = await studio.stranger({ path: '/visitor' })
      await door.getByLabel('Door code').fill('ABCD EFGH')
      await press(door, 'Continue')
      await see(door, /No door answers|no longer active/)
      return door
    },
  },
  { name: 'noscript-form', take: (studio) => form(studio, { script: false }) },
  {
    name: 'noscript-waiting',
    take: async (studio) => {
      const door = await form(studio, { script: false })
      await press(door, 'Guest')
      await see(door, 'Calling Resident...')
      return door
    },
  },
  {
    name: 'noscript-chat',
    take: async (studio) => {
      const resident = await someone(studio, false)
      const door = await studio.door(resident, { script: false })
      await press(door, 'Guest')
      await see(door, 'Calling Resident...')
      const [ring] = await resident.activities()
      await resident.call('doorbell.write_as_resident', { id: ring?.id ?? 0, message: 'Hello! Please leave it behind the blue bin.' })
      await door.reload()
      await see(door, 'Chat with Resident')
      return door
    },
  },
]
