import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { REGISTERED } from '../testing/fake-connection.ts'
import { fakeDevices } from '../testing/fake-devices.ts'
import { answers, done, fakeRoom, joinReply } from '../testing/fake-room.ts'
import { CallSession } from './call-session.ts'

const network = Object.assign(new EventTarget(), { type: 'wifi' })

let devices: ReturnType<typeof fakeDevices>

beforeEach(() => {
  jest.useFakeTimers()
  devices = fakeDevices()
  network.type = 'wifi'
  Object.defineProperty(navigator, 'connection', { value: network, configurable: true })
  Object.defineProperty(globalThis, 'window', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  jest.useRealTimers()
})

/** A resident's page in a call. Its transports stay when it joins again on another socket. */
async function inCall() {
  const first = joinReply()
  let kept = false
  const { asked, state, ...deps } = fakeRoom(async (frame) => {
    if (frame.request.op !== 'join') return answers(frame)
    const reply = { ...first, kept }
    kept = true
    return reply
  })
  const session = CallSession.create({ ...deps, side: 'resident' })
  await done(session.start('video', { openDevices: false }))
  expect(session.state.get().phase).toBe('live')
  asked.length = 0
  return { session, asked, state }
}

test.each([
  ['the page is online again', () => window.dispatchEvent(new Event('online'))],
  [
    'Wi-Fi becomes cellular',
    () => {
      network.type = 'cellular'
      network.dispatchEvent(new Event('change'))
    },
  ],
])('ICE restarts at once when %s', async (_, happens) => {
  const { session, asked } = await inCall()
  happens()
  expect(asked).toEqual(['restart_ice'])
  session.close()
})

test('ICE restarts at once when the page has joined on a new socket', async () => {
  const { session, asked, state } = await inCall()
  state.set({ ...REGISTERED, registered: false, clientId: undefined })
  state.set({ ...REGISTERED, clientId: 'another' })
  await jest.advanceTimersByTimeAsync(10)
  expect(asked.slice(0, 2)).toEqual(['join call', 'restart_ice'])
  session.close()
})

test('an estimate of the same network, and a page that only prepares, restart nothing', async () => {
  const { session, asked } = await inCall()
  network.dispatchEvent(new Event('change'))
  session.close()
  const { asked: prepared, ...deps } = fakeRoom()
  const waiting = CallSession.create({ ...deps, side: 'resident' })
  await done(waiting.prepare())
  window.dispatchEvent(new Event('online'))
  expect([...asked, ...prepared]).not.toContain('restart_ice')
  waiting.close()
})

/** A resident's page in a call that is an audio call for the server. */
async function inAudioCall() {
  const first = joinReply()
  let kept = false
  const missed: string[] = []
  const { asked, state, ...deps } = fakeRoom(async (frame) => {
    if (frame.request.op !== 'join') return answers(frame)
    const reply = { ...first, kind: 'audio', kept }
    kept = true
    return reply
  })
  const session = CallSession.create({ ...deps, side: 'resident', videoMissed: () => missed.push('video') })
  await done(session.start('audio'))
  await jest.advanceTimersByTimeAsync(10)
  asked.length = 0
  const addVideo = async () => {
    const added = session.addVideo()
    await done(added)
    await jest.advanceTimersByTimeAsync(10)
    return added
  }
  const reconnect = async () => {
    state.set({ ...REGISTERED, registered: false, clientId: undefined })
    state.set({ ...REGISTERED, clientId: 'another' })
    await jest.advanceTimersByTimeAsync(10)
  }
  return { session, asked, missed, addVideo, reconnect }
}
const cameraOf = (session: CallSession) => session.state.get().local.camera

test('video is added to an audio call on the transports that there are', async () => {
  const { session, asked, addVideo } = await inAudioCall()
  const opened = devices.opened.length
  expect(await addVideo()).toBe(true)
  expect(asked.filter((op) => op !== 'permission')).toEqual(['produce'])
  expect(devices.opened.slice(opened).map(({ kind }) => kind)).toEqual(['video'])
  expect(cameraOf(session)).toEqual({ state: 'on', problem: undefined })
  session.close()
})

test('a camera that is refused adds no video, until it is allowed', async () => {
  const { session, asked, addVideo } = await inAudioCall()
  devices.fail = 'NotAllowedError'
  expect(await addVideo()).toBe(false)
  expect(asked).not.toContain('produce')
  expect(cameraOf(session).problem).toBe('denied')
  session.dismissCameraProblem()
  expect(cameraOf(session)).toEqual({ state: 'none', problem: undefined })
  devices.fail = undefined
  expect(await addVideo()).toBe(true)
  expect(asked).toContain('produce')
  session.close()
})

test('a page whose video the server has missed says so after its next join', async () => {
  const { session, missed, addVideo, reconnect } = await inAudioCall()
  await reconnect()
  expect(missed).toEqual([])
  await addVideo()
  await reconnect()
  expect(missed).toEqual(['video'])
  session.close()
})
