import type { Resident } from '../people.ts'
import { eventually } from '../wait.ts'
import type { PushBrowser } from './push-browser.ts'

const READY_MS = 30_000

/** Opens a resident's app in this browser until it can be pushed to, and closes it. @param origin of the product */
export async function openAppOnce(browser: PushBrowser, resident: Resident, origin: string): Promise<void> {
  await browser.addCookies([...resident.client.cookies].map(([name, value]) => ({ name, value, url: origin, httpOnly: true })))
  const page = await browser.openPage(`${origin}/doorbell`)
  const isOn = async () => (await resident.call('notify.devices', {})).some((device) => device.push === 'on')
  await eventually('the subscription', isOn, READY_MS)
  await eventually('the push connection', () => browser.isConnected, READY_MS)
  await page.close()
}
