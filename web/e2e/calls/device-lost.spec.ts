import { expect, type Page } from '@playwright/test'
import { startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'

declare global {
  interface Window {
    devices: { readonly tracks: MediaStreamTrack[]; gone: boolean }
  }
}

/** Runs in the page before its scripts: keeps the opened tracks, so that the test can end them as the system does. */
function keepDevices(): void {
  const devices: Window['devices'] = { tracks: [], gone: false }
  window.devices = devices
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    if (devices.gone) throw new DOMException('Requested device not found', 'NotFoundError')
    const stream = await open(constraints)
    devices.tracks.push(...stream.getTracks())
    return stream
  }
}

/** Unplugs the microphone; with `gone` the machine has no other one. */
const unplug = (page: Page, gone: boolean) =>
  page.evaluate((isGone) => {
    window.devices.gone = isGone
    for (const track of window.devices.tracks.filter(({ kind, readyState }) => kind === 'audio' && readyState === 'live')) {
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }
  }, gone)

// covers: V-devices
test('a microphone that is unplugged is opened again, or both sides read that it is gone', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { degraded: [keepDevices] })
  await startVideoCall(door, home)
  await unplug(door, false)
  const live = () =>
    door.evaluate(() => window.devices.tracks.filter(({ kind, readyState }) => kind === 'audio' && readyState === 'live').length)
  await expect.poll(live, { timeout: 3_000 }).toBe(1)
  await expect(home.getByText("Vera Visitor's microphone is off")).toHaveCount(0)
  await unplug(door, true)
  await expect(door.getByRole('alert')).toContainText('Microphone disconnected', { timeout: 4_000 })
  await expect(home.getByText("Vera Visitor's microphone is off")).toBeVisible({ timeout: 4_000 })
  await door.evaluate(() => {
    window.devices.gone = false
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
  })
  await expect(door.getByRole('alert')).toHaveCount(0)
  await expect(home.getByText("Vera Visitor's microphone is off")).toHaveCount(0)
})
