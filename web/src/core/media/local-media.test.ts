import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { fakeDevices } from '../testing/fake-devices.ts'
import { LocalMedia } from './local-media.ts'

let devices: ReturnType<typeof fakeDevices>
let media: LocalMedia
let said: string[]

beforeEach(() => {
  jest.useFakeTimers()
  devices = fakeDevices()
  said = []
  media = new LocalMedia({
    changed: (source, track, problem) => said.push(`${source} ${problem ?? (track ? 'on' : 'off')}`),
    asking: () => undefined,
  })
})
afterEach(() => {
  media.close()
  jest.useRealTimers()
})
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
const SOURCES = ['microphone', 'camera'] as const
const newest = () => devices.opened.at(-1)

// covers: V-devices
test.each(SOURCES)('a %s that ends is opened again', async (source) => {
  await media.open([source])
  newest()?.end()
  await pass(1_000)
  expect(devices.requests).toBe(2)
  expect(media.track(source)).toBe(newest())
  expect(media.stream.getTracks()).toEqual(source === 'camera' ? [newest()] : [])
  expect(said).toEqual([`${source} on`, `${source} on`])
})

test.each(SOURCES)('a %s that ends without an event is noticed', async (source) => {
  await media.open([source])
  newest()?.stop()
  await pass(1_000)
  expect(media.track(source)?.readyState).toBe('live')
})

test.each(SOURCES)('a %s that cannot be opened again is lost until one is plugged in', async (source) => {
  await media.open([source])
  devices.fail = 'NotFoundError'
  newest()?.end()
  await pass(1_000)
  expect(media.track(source)).toBeUndefined()
  expect(said.at(-1)).toBe(`${source} lost`)
  devices.fail = undefined
  devices.plug()
  await pass(0)
  expect(said).toEqual([`${source} on`, `${source} lost`, `${source} on`])
})

test.each(SOURCES)('a lost %s is tried again by itself', async (source) => {
  await media.open([source])
  devices.fail = 'NotReadableError'
  newest()?.end()
  await pass(1_000)
  expect(said.at(-1)).toBe(`${source} taken`)
  devices.fail = undefined
  await pass(6_000)
  expect(said.at(-1)).toBe(`${source} on`)
})

test.each(SOURCES)('a lost %s that a press cannot open stays lost until it is back', async (source) => {
  await media.open([source])
  devices.fail = 'NotFoundError'
  newest()?.end()
  await pass(1_000)
  await media.open([source])
  expect(said).toEqual([`${source} on`, `${source} lost`, `${source} lost`])
  devices.fail = undefined
  devices.plug()
  await pass(0)
  expect(said.at(-1)).toBe(`${source} on`)
})

test.each(SOURCES)('a lost %s that a press cannot open is tried again by itself', async (source) => {
  await media.open([source])
  devices.fail = 'NotReadableError'
  newest()?.end()
  await pass(1_000)
  await media.open([source])
  expect(said.at(-1)).toBe(`${source} taken`)
  devices.fail = undefined
  await pass(6_000)
  expect(said.at(-1)).toBe(`${source} on`)
})

test.each(SOURCES)('a %s that the system mutes is said to be silent within 3 s', async (source) => {
  await media.open([source])
  devices.fail = 'NotReadableError'
  const first = newest()
  first?.mute(true)
  await pass(1_500)
  first?.mute(false)
  first?.mute(true)
  await pass(1_500)
  expect(said).toEqual([`${source} on`])
  await pass(1_500)
  expect(said.at(-1)).toBe(`${source} silent`)
  expect(media.track(source)).toBeUndefined()
  first?.mute(false)
  await pass(0)
  expect(said.at(-1)).toBe(`${source} on`)
  expect(media.track(source)).toBe(first)
})

test.each(SOURCES)('a muted %s is replaced by one that is not', async (source) => {
  await media.open([source])
  newest()?.mute(true)
  await pass(3_000)
  expect(devices.opened).toHaveLength(2)
  expect(media.track(source)).toBe(newest())
  expect(devices.opened[0]?.readyState).toBe('ended')
})

test.each(SOURCES)('a press opens a silent %s again', async (source) => {
  await media.open([source])
  devices.fail = 'NotReadableError'
  newest()?.mute(true)
  await pass(3_000)
  expect(said.at(-1)).toBe(`${source} silent`)
  devices.fail = undefined
  await media.open([source])
  expect(devices.opened).toHaveLength(2)
  expect(media.track(source)).toBe(newest())
})

test.each(SOURCES)('a %s that the user stops is not opened again', async (source) => {
  await media.open([source])
  media.stop(source)
  devices.plug()
  await pass(10_000)
  expect(devices.requests).toBe(1)
  expect(said.at(-1)).toBe(`${source} off`)
})

test.each(SOURCES)('reopening a %s holds up neither sound nor a press', async (source) => {
  await media.open([source])
  devices.hangs = true
  newest()?.end()
  await pass(0)
  expect(devices.requests).toBe(2)
  expect(media.isAsking).toBe(false)
  await media.settled()
  devices.hangs = false
  await media.open([source])
  expect(media.track(source)).toBe(newest())
})

test('a camera that is opened again late does not take the place of the one that was flipped to', async () => {
  await media.open(['camera'])
  devices.hangs = true
  newest()?.end()
  await pass(0)
  devices.hangs = false
  await media.flip()
  const flipped = newest()
  devices.release()
  await pass(0)
  expect(media.track('camera')).toBe(flipped)
  expect(newest()?.readyState).toBe('ended')
})

test.each(SOURCES)('a lost %s is tried again every few seconds only where that cannot prompt', async (source) => {
  await media.open([source])
  devices.permission = 'prompt'
  devices.fail = 'NotFoundError'
  newest()?.end()
  await pass(20_000)
  expect(devices.requests).toBe(2)
  devices.fail = undefined
  devices.plug()
  await pass(0)
  expect(said).toEqual([`${source} on`, `${source} lost`, `${source} on`])
})
