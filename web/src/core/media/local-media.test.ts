import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { fakeDevices } from '../testing/fake-devices.ts'
import { LocalMedia } from './local-media.ts'

let devices: ReturnType<typeof fakeDevices>
let media: LocalMedia
let said: string[]

beforeEach(async () => {
  jest.useFakeTimers()
  devices = fakeDevices()
  said = []
  media = new LocalMedia({
    changed: (source, track, problem) => said.push(`${source} ${problem ?? (track ? 'on' : 'off')}`),
    asking: () => undefined,
  })
  await media.open(['microphone'])
})
afterEach(() => {
  media.close()
  jest.useRealTimers()
})
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
const newest = () => devices.opened.at(-1)

// covers: V-devices
test('a microphone that ends is opened again', async () => {
  newest()?.end()
  await pass(1_000)
  expect(devices.requests).toBe(2)
  expect(media.track('microphone')).toBe(newest())
  expect(said).toEqual(['microphone on', 'microphone on'])
})

test('a track that ends without an event is noticed', async () => {
  newest()?.stop()
  await pass(1_000)
  expect(media.track('microphone')?.readyState).toBe('live')
})

test('a microphone that cannot be opened again is lost until one is plugged in', async () => {
  devices.fail = 'NotFoundError'
  newest()?.end()
  await pass(1_000)
  expect(media.track('microphone')).toBeUndefined()
  expect(said.at(-1)).toBe('microphone lost')
  devices.fail = undefined
  devices.plug()
  await pass(0)
  expect(said).toEqual(['microphone on', 'microphone lost', 'microphone on'])
})

test('a lost microphone is tried again by itself', async () => {
  devices.fail = 'NotReadableError'
  newest()?.end()
  await pass(1_000)
  expect(said.at(-1)).toBe('microphone taken')
  devices.fail = undefined
  await pass(6_000)
  expect(said.at(-1)).toBe('microphone on')
})

test('a microphone that the system mutes is said to be silent within 3 s', async () => {
  devices.fail = 'NotReadableError'
  const first = newest()
  first?.mute(true)
  await pass(1_500)
  first?.mute(false)
  first?.mute(true)
  await pass(1_500)
  expect(said).toEqual(['microphone on'])
  await pass(1_500)
  expect(said.at(-1)).toBe('microphone silent')
  expect(media.track('microphone')).toBeUndefined()
  first?.mute(false)
  await pass(0)
  expect(said.at(-1)).toBe('microphone on')
  expect(media.track('microphone')).toBe(first)
})

test('a muted microphone is replaced by one that is heard', async () => {
  newest()?.mute(true)
  await pass(3_000)
  expect(devices.opened).toHaveLength(2)
  expect(media.track('microphone')).toBe(newest())
  expect(devices.opened[0]?.readyState).toBe('ended')
})

test('what the user stops is not opened again', async () => {
  media.stop('microphone')
  devices.plug()
  await pass(10_000)
  expect(devices.requests).toBe(1)
  expect(said.at(-1)).toBe('microphone off')
})
