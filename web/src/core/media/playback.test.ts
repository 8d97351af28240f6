import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { fakeDevices } from '../testing/fake-devices.ts'
import { fakeElement } from '../testing/fake-element.ts'
import { Playback } from './playback.ts'

let devices: ReturnType<typeof fakeDevices>
let playback: Playback
let element: HTMLMediaElement
let detach: () => void
const shownOnce = jest.fn()

beforeEach(async () => {
  shownOnce.mockClear()
  jest.useFakeTimers()
  devices = fakeDevices()
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  playback = new Playback({ isOpen: () => false, settled: async () => undefined }, shownOnce)
  playback.setTracks(stream.getTracks())
  element = fakeElement()
  detach = playback.attach(element)
  playback.start()
  await pass(0)
})
afterEach(() => {
  playback.close()
  jest.useRealTimers()
})
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
const shown = () => ({ paused: element.paused, muted: element.muted, needsTap: playback.needsTap.get() })
const SOUNDS = { paused: false, muted: false, needsTap: false }

test('what the system pauses plays again, with its sound', async () => {
  expect(shown()).toEqual(SOUNDS)
  for (let times = 0; times < 2; times += 1) {
    element.pause()
    await pass(600)
    expect(shown()).toEqual(SOUNDS)
    await pass(5_000)
  }
})

test('what sounds goes on while a camera is opened, and another track comes', async () => {
  const prompt = { isOpen: () => true, settled: () => new Promise<void>(() => undefined) }
  const waiting = new Playback(prompt, () => undefined)
  const late = fakeElement()
  waiting.attach(late)
  waiting.start()
  waiting.setTracks(element.srcObject ? (element.srcObject as MediaStream).getTracks() : [])
  expect(late.muted).toBe(true)
  late.muted = false
  const other = await navigator.mediaDevices.getUserMedia({ video: true })
  waiting.setTracks(other.getTracks())
  await pass(0)
  expect([late.paused, late.muted]).toEqual([false, false])
  waiting.close()
})

test('what is paused again at once plays muted and asks for a tap', async () => {
  for (let times = 0; times < 2; times += 1) {
    element.pause()
    await pass(600)
  }
  expect(shown()).toEqual({ paused: false, muted: true, needsTap: true })
  playback.playWithSound()
  await pass(0)
  expect(shown()).toEqual(SOUNDS)
})

test('an element that shows the call no longer stays paused', async () => {
  element.pause()
  detach()
  await pass(600)
  expect(element.paused).toBe(true)
})

test('a speaker that is unplugged gives way to the default one until it is back', async () => {
  devices.listed = ['default', 'headset']
  await playback.setSpeaker('headset')
  const sinks: string[] = []
  for (const listed of [['default'], ['default', 'headset']]) {
    devices.listed = listed
    devices.plug()
    await pass(0)
    sinks.push(element.sinkId)
  }
  expect(sinks).toEqual(['', 'headset'])
})

test('devices that change start what stands still', async () => {
  element.pause()
  devices.plug()
  await pass(0)
  expect(shown()).toEqual(SOUNDS)
})

test('the first picture or sound is reported once', async () => {
  expect(shownOnce).toHaveBeenCalledTimes(1)
  detach()
  playback.attach(fakeElement())
  await pass(0)
  expect(shownOnce).toHaveBeenCalledTimes(1)
})
