import { expect, test } from '@jest/globals'
import { createDeviceReport, type DeviceState, LOOK_EVERY_MS } from './device-report.ts'

const MUTED: DeviceState = { armed: false, permission: 'default' }
const ARMED: DeviceState = { armed: true, permission: 'default' }

function reporter() {
  const sent: DeviceState[] = []
  const at = { now: 0, fails: false }
  const send = async (state: DeviceState) => {
    sent.push(state)
    if (at.fails) throw new Error('away')
  }
  return { report: createDeviceReport(send, () => at.now), sent, at }
}

test('a state is sent once, and again only where it changes', async () => {
  const { report, sent } = reporter()
  for (const state of [MUTED, { ...MUTED }, ARMED, ARMED, { ...ARMED, permission: 'granted' } as const]) await report.update(state)
  expect(sent).toEqual([MUTED, ARMED, { armed: true, permission: 'granted' }])
})

test('what changes while a report is under way follows it', async () => {
  const { report, sent } = reporter()
  await Promise.all([report.update(MUTED), report.update(ARMED), report.update(MUTED), report.update(ARMED)])
  expect(sent).toEqual([MUTED, ARMED])
})

test('a report that failed is sent with the next call', async () => {
  const { report, sent, at } = reporter()
  at.fails = true
  await report.update(MUTED)
  at.fails = false
  await report.update(MUTED)
  await report.update(MUTED)
  expect(sent).toEqual([MUTED, MUTED])
})

test('an open page says once an hour that it is there', async () => {
  const { report, sent, at } = reporter()
  for (; at.now <= 3_600_000; at.now += LOOK_EVERY_MS) await report.update(MUTED)
  expect(sent).toHaveLength(2)
})

test('a page that is used says so where its last report is older than five minutes', async () => {
  const { report, sent, at } = reporter()
  await report.update(MUTED)
  at.now = 299_999
  await report.update(MUTED, true)
  expect(sent).toHaveLength(1)
  at.now += 1
  await report.update(MUTED)
  expect(sent).toHaveLength(1)
  for (let ring = 0; ring < 3; ring += 1) await report.update(MUTED, true)
  expect(sent).toHaveLength(2)
})
