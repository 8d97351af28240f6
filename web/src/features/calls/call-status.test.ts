import { expect, test } from '@jest/globals'
import { type DeviceProblem, INITIAL_MEDIA, type MediaState, permissionReport } from '../../core/media/media-state.ts'
import { aCall } from '../../core/testing/call-view.ts'
import { callSeconds, callStatus, deviceErrorOf, noPicture, statusLine, videoProblemOf } from './call-status.ts'

const live: MediaState = { ...INITIAL_MEDIA, phase: 'live' }

test("only the server's state makes a call connected", () => {
  expect(callStatus(undefined, INITIAL_MEDIA)).toBe('connecting')
  expect(callStatus(aCall({ state: 'connecting' }), live)).toBe('connecting')
  expect(callStatus(aCall({ state: 'connected' }), live)).toBe('connected')
  expect(callStatus(aCall({ state: 'connected' }), { ...live, reconnecting: true })).toBe('reconnecting')
  expect(callStatus(aCall({ state: 'interrupted' }), live)).toBe('reconnecting')
  expect(callStatus(aCall({ state: 'connected', visitorAway: true }), live)).toBe('reconnecting')
  expect(callStatus(aCall({ state: 'connecting', visitorAway: true }), live)).toBe('away')
  expect(callStatus(aCall({ state: 'offered' }), live)).toBe('waiting')
  expect(callStatus(aCall({ state: 'connected' }), { ...live, phase: 'failed' })).toBe('failed')
})

test('a visitor whose browser has no calls is not waited for', () => {
  const told: MediaState = { ...live, remote: { ...live.remote, permission: 'unsupported' } }
  for (const state of ['connecting', 'offered'] as const) expect(callStatus(aCall({ state }), told)).toBe('unable')
  expect(callStatus(aCall({ state: 'connecting', visitorAway: true }), told)).toBe('unable')
  expect(callStatus(aCall({ state: 'connected' }), told)).toBe('connected')
  for (const status of ['failed', 'unable'] as const) expect(statusLine(status, 'video', 'Vera')).toBe('Not connected')
})

// covers: W-audio W-video
test('a call reads Connecting... until both sides are connected', () => {
  for (const kind of ['video', 'audio'] as const) expect(statusLine('connecting', kind, 'Vera')).toBe('Connecting...')
  expect([statusLine('connected', 'video', 'Vera'), statusLine('connected', 'audio', 'Vera')]).toEqual([
    'Connected',
    'Audio call in progress...',
  ])
  for (const kind of ['video', 'audio'] as const) {
    expect(statusLine('reconnecting', kind, 'Vera')).toBe('Reconnecting')
    expect(statusLine('away', kind, 'Vera')).toBe("Vera's phone is asleep or offline")
    expect(statusLine('waiting', kind, 'Vera')).toBe('Waiting for Vera')
  }
})

// covers: V-devices
test('a denied camera is reported in video calls only', () => {
  const refused: MediaState = { ...live, local: { ...live.local, camera: { state: 'none', problem: 'denied' } } }
  expect(deviceErrorOf('video', refused)).toEqual({ device: 'camera', problem: 'denied' })
  expect(deviceErrorOf('audio', refused)).toBeUndefined()
  const missing: MediaState = {
    ...live,
    local: { ...live.local, camera: { state: 'none', problem: 'missing' }, microphone: { state: 'none', problem: 'taken' } },
  }
  expect(deviceErrorOf('video', missing)).toEqual({ device: 'both' })
  expect(deviceErrorOf('audio', missing)).toEqual({ device: 'microphone', problem: 'taken' })
})

test('a camera and a microphone that both fail are reported together', () => {
  const local = (camera: DeviceProblem, microphone: DeviceProblem): MediaState => ({
    ...live,
    local: { ...live.local, camera: { state: 'none', problem: camera }, microphone: { state: 'none', problem: microphone } },
  })
  for (const camera of ['denied', 'unsupported'] as const)
    expect(deviceErrorOf('video', local(camera, 'denied'))).toEqual({ device: 'both', camera })
  for (const state of [local('lost', 'lost'), local('taken', 'missing')]) expect(deviceErrorOf('video', state)).toEqual({ device: 'both' })
  expect(deviceErrorOf('audio', local('denied', 'denied'))).toEqual({ device: 'microphone', problem: 'denied' })
  expect(deviceErrorOf('video', local('missing', 'missing'))).toBeUndefined()
})

test('a microphone that was unplugged or muted by the system is reported', () => {
  for (const problem of ['lost', 'silent'] as const) {
    const gone: MediaState = { ...live, local: { ...live.local, microphone: { state: 'none', problem } } }
    expect(deviceErrorOf('audio', gone)).toEqual({ device: 'microphone', problem })
  }
})

test('a camera that another program has taken was not turned off', () => {
  const microphone = { state: 'on', problem: undefined } as const
  const taken = { ...live.local, microphone, camera: { state: 'none', problem: 'taken' } } as const
  expect(permissionReport('granted', taken)).toEqual({ op: 'permission', state: 'granted', lost: ['camera'] })
  expect(permissionReport('granted', { ...taken, camera: microphone })).toEqual({ op: 'permission', state: 'granted' })
  const said = (lost: MediaState['remote']['lost'], had: boolean) => noPicture({ ...live.remote, lost }, had, 'Vera')
  for (const had of [true, false]) expect(said(['camera'], had)).toBe("Vera's camera is not available")
  expect([said([], true), said(['microphone'], false)]).toEqual(["Vera's camera is off", 'Vera has not turned on the camera'])
})

// covers: L-call-timer
test('the timer starts when both sides are connected', () => {
  expect(callSeconds(null, 5)).toBe(0)
  expect(callSeconds('2026-11-21T10:00:00Z', Date.parse('2026-11-21T10:01:24.900Z'))).toBe(84)
  expect(callSeconds('2026-11-21T10:00:00Z', Date.parse('2026-11-21T09:59:59Z'))).toBe(0)
})

test('a camera that an audio call could not open is reported beside the call, also a missing one', () => {
  const media = { ...live, local: { ...live.local, camera: { state: 'none', problem: 'missing' } } } satisfies MediaState
  expect([videoProblemOf('audio', media), videoProblemOf('video', media)]).toEqual(['missing', undefined])
  expect(deviceErrorOf('audio', media)).toBeUndefined()
})
