import { expect, test } from '@jest/globals'
import { INITIAL_MEDIA, qualityOf, withLocal, withRemote } from './media-state.ts'

test('the worst score decides the quality', () => {
  expect([[], [10, 9], [10, 7], [6, 2]].map(qualityOf)).toEqual(['good', 'good', 'fair', 'weak'])
})

test('a paused camera is not a visible remote source', () => {
  const state = withRemote(INITIAL_MEDIA, [
    { source: 'microphone', paused: false },
    { source: 'camera', paused: true },
  ])
  expect(state.remote).toEqual({ microphone: true, camera: false, permission: 'unknown', lost: [] })
})

test('a change of one source leaves the other unchanged', () => {
  const state = withLocal(INITIAL_MEDIA, 'camera', { state: 'none', problem: 'denied' })
  expect(state.local.camera.problem).toBe('denied')
  expect(state.local.microphone).toBe(INITIAL_MEDIA.local.microphone)
})
