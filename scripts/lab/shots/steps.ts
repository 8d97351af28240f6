/** The actions of people on the way to a picture, by the texts that they see. */
import type { Page } from '@playwright/test'
import { still } from '#scripts/demo/scene.ts'
import type { Resident, Visitor } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { Studio } from './studio.ts'

export const COURIER = {
  visitorName: 'Marcus Bell',
  message: 'Parcel for 4B, needs a signature',
  unitNumber: '4B',
  purpose: 'delivery',
} as const

const button = (page: Page, name: string, exact = true) => page.getByRole('button', { name, exact })

export const press = (page: Page, name: string) => button(page, name).click()
export const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** A resident named Nora, as in all screenshots, whose email address is confirmed. */
export async function someone(studio: Studio, premium: boolean): Promise<Resident> {
  const resident = await studio.world.resident({ premium, firstName: 'Nora' })
  const token = await eventually('the mail of the new account', async () => {
    const mails = await studio.world.rpc('auth.dev_mails', {})
    return mails.find(({ to }) => to === resident.user.email)?.text.match(/verify=([\w-]+)/)?.[1]
  })
  await resident.call('auth.verify_email', { token })
  return resident
}

/** A courier's ring, with the photo that the phone took. */
export async function courierRings(studio: Studio, home: Resident): Promise<Visitor> {
  const visitor = studio.world.visitor()
  const { id } = await visitor.ring(home, COURIER)
  const photo = await still('doorstep')
  await visitor.http(`/api/doorbell/visits/${id}/photo`, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: photo })
  return visitor
}

/** The visitor's own form, typed and sent. */
export async function ringByHand(door: Page, name: string = COURIER.visitorName, message: string = COURIER.message): Promise<void> {
  await door.getByLabel('Your Name').fill(name)
  await door.getByRole('textbox', { name: /^Message/ }).fill(message)
  await press(door, 'Ring Doorbell')
  await see(door, 'Calling Resident...')
}

export const modal = (home: Page) => home.getByRole('alertdialog', { name: 'Incoming Visitor' })

export async function answer(home: Page, how: 'Video Call' | 'Audio Call' | 'Message' | 'Ignore'): Promise<void> {
  await modal(home).getByRole('button', { name: how }).click()
}

export async function write(page: Page, text: string): Promise<void> {
  const field = page.getByPlaceholder('Type your message...')
  await field.fill(text)
  await field.press('Enter')
  await page.getByText(text, { exact: true }).first().waitFor()
}

/** Waits until a picture of the other side is painted. */
export async function seePicture(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('video')].some((video) => video.videoWidth > 200 && video.currentTime > 1 && video.clientWidth > 300),
  )
}

export type Call = { readonly home: Page; readonly door: Page; readonly resident: Resident }

/** A connected call, both cameras on. @param only what the resident's browser allows */
export async function inCall(studio: Studio, how: 'Video Call' | 'Audio Call' = 'Video Call', only?: readonly string[]): Promise<Call> {
  const resident = await someone(studio, true)
  const home = await studio.home(resident)
  if (only) {
    await home.context().clearPermissions()
    await home.context().grantPermissions([...only], { origin: studio.world.url })
  }
  const door = await studio.door(resident)
  await ringByHand(door)
  await press(door, 'Turn on camera and microphone')
  await see(door, 'Turn off')
  await answer(home, how)
  if (how === 'Video Call') await Promise.all([seePicture(home), seePicture(door)])
  else await Promise.all([see(home, /in progress/), see(door, /Connected|in progress/)])
  return { home, door, resident }
}

/** An audio call to which the resident has added video, both cameras on. */
export async function withVideoAdded(studio: Studio): Promise<Call> {
  const call = await inCall(studio, 'Audio Call')
  await press(call.home, 'Turn camera on')
  await Promise.all([seePicture(call.home), seePicture(call.door)])
  return call
}
