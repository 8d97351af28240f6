import { expect } from '@playwright/test'
import { expectEnded, expectSpoken, expectTwoWay, hangUp, returnIfAsked, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'
import {
  askToRecord,
  expectNotRecording,
  expectRecordedSeconds,
  expectRecording,
  FILM_MADE_WITHIN,
  playFilm,
  question,
  record,
} from '../recording.ts'

// covers: W-recording doorbell.films doorbell.film_poster client.recording_start client.recording_stop doorbell.film range_invalid
// covers: doorbell.remove_film
test('an allowed recording shows REC on both sides, plays from the history, and other devices follow it until it is deleted', async ({
  openResident,
  openDevice,
  openVisitor,
  world,
  consoleErrors,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: other } = await openDevice(resident)
  await other.goto(`${world.url}/settings/doors`)
  const none = other.getByText('No recordings yet')
  await expect(none).toBeVisible()
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await home.getByRole('button', { name: 'Record', exact: true }).click()
  // The limits are shown before the visitor is asked.
  await expect(home.getByText(/Up to 60 minutes, kept for 30 days\. 0 MB of 5 GB used\./)).toBeVisible()
  await home.getByRole('button', { name: 'Ask to record' }).click()
  await expect(home.getByText('Asking Vera Visitor…')).toBeVisible()
  await expect(question(door)).toBeVisible()
  await expect(door.getByText(/Kept by the resident until .*, then deleted\./)).toBeVisible()
  await expectNotRecording(home, door)

  await door.getByRole('button', { name: 'Allow' }).click()
  await expectRecording(home, door)
  // With REC beside them, state and time still fit on one line.
  expect((await door.locator('.name p').first().boundingBox())?.height).toBeLessThan(30)
  await expect(door.getByText(/Kept by the resident until .*, then deleted\./)).toBeVisible()
  await expectRecordedSeconds(home, 3)
  await expect(other.getByText('The call is being recorded')).toBeVisible()
  await home.getByRole('button', { name: 'Stop recording' }).click()
  await expectNotRecording(home, door)
  await expect(door.getByText('Recording stopped')).toBeVisible()
  await expectTwoWay(door, home)
  await hangUp(home)
  await expectEnded(door)
  await expect(door.getByText(/This call was recorded\. Kept by the resident until/)).toBeVisible()

  const { card, play } = await playFilm(home, world.url)
  await expect(other.getByRole('button', { name: 'Play recording of Vera Visitor' })).toBeVisible()
  for (const step of ['Asked to record', 'The visitor allowed the recording', 'Recording started', 'You stopped the recording'])
    await expect(home.getByText(step, { exact: true })).toBeVisible()
  await home.getByRole('button', { name: /^Delete recording of Vera Visitor, / }).click()
  await home.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectSpoken(home, 'Recording deleted')
  await expect(play).toHaveCount(0)
  await expect(card.getByText('Recording', { exact: true })).toHaveCount(0)
  await expect(none).toBeVisible()
  await expect(other.getByRole('meter', { name: 'Storage for recordings' })).toHaveAttribute('value', '0')
  expect(consoleErrors).toEqual([])
})

test('a question leaves the focus in the chat; taken back or refused, it records nothing, and the call goes on', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await door.getByRole('button', { name: 'Chat', exact: true }).click()
  const field = door.getByPlaceholder('Type your message...')
  await field.fill('I am wri')
  await askToRecord(home)
  await expect(question(door)).toBeVisible()
  await door.keyboard.type('ting')
  await expect(field).toHaveValue('I am writing')
  await expect(door.getByRole('button', { name: 'End', exact: true })).toBeVisible()

  await home.getByRole('button', { name: 'Take back' }).first().click()
  await expect(question(door)).toHaveCount(0)
  await expect(home.getByText('Asking Vera Visitor…')).toHaveCount(0)
  await expectNotRecording(home, door)

  await askToRecord(home)
  await door.getByRole('button', { name: 'No', exact: true }).click()
  await expect(question(door)).toHaveCount(0)
  await expect(home.getByText('Vera Visitor does not want to be recorded')).toBeVisible()
  await expect(door.getByText('This call is not being recorded.')).toBeVisible()
  await expectNotRecording(home, door)

  await askToRecord(home)
  await door.getByRole('button', { name: 'No', exact: true }).click()
  await expect(home.getByText('Asking Vera Visitor…')).toHaveCount(0)
  await home.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(home.getByText('The visitor has been asked as often as is possible in this call.')).toBeVisible()
  await expect(home.getByText(/will be asked/)).toHaveCount(0)
  await expect(home.getByRole('button', { name: 'Ask to record' })).toBeDisabled()
  await expectTwoWay(door, home)
  expect(await resident.call('doorbell.films', {})).toEqual([])
})

test('a visitor who reloads is asked again before the recording goes on, and stops it with one press', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await record(home, door)
  await expectRecordedSeconds(home, 1)
  await door.reload()
  await returnIfAsked(door)
  await expect(question(door)).toBeVisible({ timeout: 40_000 })
  await expectNotRecording(home, door)
  await door.getByRole('button', { name: 'Allow' }).click()
  await expectRecording(home, door)
  await expectRecordedSeconds(home, 1)
  await door.getByRole('button', { name: 'Stop recording' }).click()
  await expectNotRecording(home, door)
  await expect(home.getByText('Vera Visitor stopped the recording')).toBeVisible()
  await expectTwoWay(door, home)
})

test('a page that is hidden does not report its REC mark, and nothing is recorded', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await askToRecord(home)
  await expect(question(door)).toBeVisible()
  await home.evaluate(() => Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }))
  await door.getByRole('button', { name: 'Allow' }).click()
  await expect(home.getByText('The REC mark could not be shown on both sides. You can ask again.')).toBeVisible()
  await expectNotRecording(home, door)
  expect(await resident.call('doorbell.films', {})).toEqual([])
})

test('without Premium a call that runs on is not recorded, and the visitor is not asked', { tag: '@all' }, async ({
  openResident,
  openVisitor,
  world,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await world.rpc('billing.revoke_grant', { userId: resident.user.id, by: 'test' })
  await home.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(home.getByText('Recording calls is part of Premium.')).toBeVisible()
  await home.getByRole('button', { name: 'Ask to record' }).click()
  const modal = home.getByRole('dialog', { name: 'Premium Subscription Required' })
  await expect(modal.getByText('Recording calls needs a premium subscription. Your call with Vera Visitor goes on.')).toBeVisible()
  await modal.getByRole('button', { name: 'Not Now' }).click()
  await expectTwoWay(door, home)
  await expect(question(door)).toHaveCount(0)
})

test('a server that cannot record says so before anybody is asked', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const status = await resident.call('doorbell.recording_status', {})
  await home.route('**/api/recording', (route) => route.fulfill({ json: { ...status, unavailable: 'recording_off' } }))
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await home.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(home.getByText('This server cannot record calls.')).toBeVisible()
  await expect(home.getByRole('button', { name: 'Ask to record' })).toBeDisabled()
})

// covers: E-auto-record
test('with auto-record the visitor is asked when the call begins, and deletes the recording with the visit', { tag: '@all' }, async ({
  openResident,
  openVisitor,
  world,
  passTime,
}) => {
  const { page: home, resident } = await openResident({ premium: true, path: '/settings/doors' })
  const autoRecord = home.getByRole('switch', { name: 'Auto-record visits' })
  await autoRecord.click()
  await expect(autoRecord).toBeChecked()
  await expect(home.getByText('Saved')).toBeVisible()
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await expect(question(door)).toBeVisible()
  await expect(home.getByText('Asking Vera Visitor…')).toBeVisible()
  await door.getByRole('button', { name: 'Allow' }).click()
  await expectRecordedSeconds(home, 3)
  await hangUp(home)
  await expectEnded(door)
  await expect.poll(async () => (await resident.call('doorbell.films', {}))[0]?.state, { timeout: FILM_MADE_WITHIN }).toBe('ready')
  await passTime(25 * 3_600_000)
  await door.goto(`${world.url}/visitor/${resident.user.qrCodeId}?tab=left`)
  await expect(door.getByText(/The resident keeps a recording of your call\. It is deleted in \d+ days\./)).toBeVisible()
  await door.getByText('Delete', { exact: true }).click()
  await expect(door.getByText(/the recordings of your calls will be deleted for good/)).toBeVisible()
  await door.getByRole('button', { name: 'Delete for good' }).click()
  await expect(door.getByText('Nothing from this browser is stored here.')).toBeVisible()
  expect(await resident.call('doorbell.films', {})).toEqual([])
})
