/** The pages of a signed-in resident, for the tests that open every one: narrow windows, layout shift, languages, translators. */
import { DAY_MS } from '#proto/durations.ts'
import { createPasskey } from '#scripts/testing/passkeys.ts'
import type { Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'

/** A page, and an English text that it shows once it has loaded the data of `leaveVisits`. */
export type Screen = { readonly path: string; readonly shows: string }

export const SCREENS: readonly Screen[] = [
  { path: '/doorbell', shows: 'Heating check' },
  { path: '/visitors-page', shows: 'Parcel for 4B' },
  { path: '/notifications', shows: 'Marcus Bell rang and left' },
  { path: '/activity-logs', shows: 'Parcel for 4B' },
  { path: '/contacts', shows: 'No contacts found' },
  { path: '/subscription', shows: 'Video recording' },
  { path: '/settings', shows: 'Personal information' },
  { path: '/settings?tab=doorbell', shows: 'Quiet hours' },
  { path: '/settings?tab=security', shows: 'This device' },
  { path: '/settings/devices', shows: 'This device' },
  { path: '/household', shows: 'Share your doorbell' },
  { path: '/security', shows: 'All Clear!' },
]

/** @returns the addresses of all pages, the sign of the account's door too */
export async function pathsOf(resident: Resident): Promise<readonly string[]> {
  const [door] = await resident.call('doorbell.doors', {})
  return [...SCREENS.map(({ path }) => path), `/settings/doors/${door?.id}/sign`]
}

/** A visitor who rang and left, and one who asks for a visit. @param visitorName the name of both */
export async function leaveVisits(world: Stack, resident: Resident, visitorName?: string): Promise<void> {
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: visitorName ?? 'Marcus Bell', message: 'Parcel for 4B' })
  await visitor.call('doorbell.cancel', { id })
  const date = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  const visit = { visitorName: visitorName ?? 'Tom Keller', purpose: 'Heating check', date, time: '10:00' }
  await world.visitor().call('doorbell.request_visit', { qrCodeId: resident.user.qrCodeId, ...visit })
}

/** Another device, whose sign-in is an alert, and a passkey. */
export async function addKeys(world: Stack, resident: Resident): Promise<void> {
  await resident.anotherDevice()
  const { credential } = createPasskey(await resident.call('auth.begin_passkey', {}), { origin: world.url })
  await resident.call('auth.add_passkey', { credential })
}
