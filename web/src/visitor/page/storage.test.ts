import { beforeEach, expect, test } from '@jest/globals'
import { lastName } from '../form/saved-draft.ts'
import { visit } from '../state/visit-fixture.ts'
import { START, type VisitState } from '../state/visit-state.ts'
import { loadVisitHint, saveState } from './storage.ts'

const kept = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
}
Object.assign(globalThis, { window: { localStorage } })
beforeEach(() => kept.clear())

const ring = (visitorName: string) => saveState({ ...START, visit: visit({ visitorName }), screen: { at: 'waiting' } })

test('a typed name is remembered for the next ring', () => {
  ring('Marcus')
  expect(lastName()).toBe('Marcus')
})

test("a chip's label neither is stored as a name nor replaces one", () => {
  ring('Delivery')
  expect(lastName()).toBe('')
  expect(kept.get('visitorActivityId')).toBe('7')
  ring('Marcus')
  ring('Guest')
  expect(lastName()).toBe('Marcus')
})

// covers: E-visitor-session
test.each([
  [{ at: 'waiting' }, 'waiting', null],
  [{ at: 'call', kind: 'video', entered: 'answered' }, 'accepted', 'video'],
  [{ at: 'call', kind: 'audio', entered: 'resumed' }, 'accepted', 'audio'],
  [{ at: 'chat' }, 'accepted', 'message'],
  [{ at: 'declined' }, 'declined', null],
  [{ at: 'ended' }, 'declined', null],
  [{ at: 'missed' }, 'none', null],
  [{ at: 'sent' }, 'none', null],
] as const satisfies readonly (readonly [VisitState['screen'], string, string | null])[])(
  'for %j the specified status and kind are stored',
  (screen, callStatus, communicationType) => {
    saveState({ ...START, visit: visit(), screen })
    expect(JSON.parse(kept.get('visitorCallState') ?? '{}')).toEqual({ callStatus, communicationType, ringSuccess: true, qrCodeId: 'q' })
  },
)

// covers: E-visitor-session
test('a visit is restored at its own door only', () => {
  ring('Marcus')
  expect(loadVisitHint('q')).toEqual({ activityId: 7, visitorName: 'Marcus' })
  expect(loadVisitHint('another')).toBeUndefined()
  saveState({ ...START, visit: visit(), screen: { at: 'form' } })
  expect(Object.fromEntries(kept)).toEqual({ visitorName: 'Marcus' })
})
