import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { fakeDevices } from '../testing/fake-devices.ts'
import { answers, done, fakeRoom, joinReply, REGISTERED } from '../testing/fake-room.ts'
import { CallSession } from './call-session.ts'

const network = Object.assign(new EventTarget(), { type: 'wifi' })

beforeEach(() => {
  jest.useFakeTimers()
  fakeDevices()
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
