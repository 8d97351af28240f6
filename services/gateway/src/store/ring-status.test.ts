import { expect, test } from '@jest/globals'
import type { RingStatus } from '#proto/ring-status.ts'
import { createRingStatus } from './ring-status.ts'

const STATUS: RingStatus = {
  ...{ since: '2026-10-28T00:00:00.000Z', until: '2026-11-27T00:00:00.000Z' },
  ...{ doors: 63, rings: 1284, p50: 84, p95: 240, prompt: 1275 },
}
const MINUTE = 60_000

function reader() {
  const notify = { asked: 0, isDown: false }
  let now = 0
  const call = async () => {
    notify.asked += 1
    if (notify.isDown) throw new Error('unavailable')
    return { status: STATUS }
  }
  const read = createRingStatus({ call }, () => now)
  return { notify, read, pass: (ms: number) => (now += ms) }
}

test('notify is asked once a minute, by whoever is first', async () => {
  const { notify, read, pass } = reader()
  expect(await Promise.all([read(), read(), read()])).toEqual([STATUS, STATUS, STATUS])
  pass(MINUTE - 1)
  await read()
  expect(notify.asked).toBe(1)
  pass(1)
  await read()
  expect(notify.asked).toBe(2)
})

test('what was known is shown while notify is away', async () => {
  const { notify, read, pass } = reader()
  await read()
  notify.isDown = true
  pass(MINUTE)
  expect(await read()).toEqual(STATUS)
})

test('nothing is shown that was never known, and the next reader asks again', async () => {
  const { notify, read } = reader()
  notify.isDown = true
  await expect(read()).rejects.toThrow('unavailable')
  notify.isDown = false
  expect(await read()).toEqual(STATUS)
})
