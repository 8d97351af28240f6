import { beforeEach, expect, test } from '@jest/globals'
import { visit } from '../state/example-visit.ts'
import { type PageState, START } from '../state/page-state.ts'
import { recall, recallName, remember } from './storage.ts'

const kept = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
}
Object.assign(globalThis, { window: { localStorage } })
beforeEach(() => kept.clear())

const ring = (visitorName: string) => remember({ ...START, visit: visit({ visitorName }), screen: { at: 'waiting' } })

test('a typed name is remembered for the next ring', () => {
  ring('Marcus')
  expect(recallName()).toBe('Marcus')
})

test('the label of a chip is not remembered as a name, and takes no typed one away', () => {
  ring('Delivery')
  expect(recallName()).toBe('')
  expect(kept.get('visitorActivityId')).toBe('7')
  ring('Marcus')
  ring('Guest')
  expect(recallName()).toBe('Marcus')
})

test.each([
  [{ at: 'waiting' }, 'waiting', null],
  [{ at: 'call', kind: 'video', entered: 'answered' }, 'accepted', 'video'],
  [{ at: 'call', kind: 'audio', entered: 'resumed' }, 'accepted', 'audio'],
  [{ at: 'chat' }, 'accepted', 'message'],
  [{ at: 'declined' }, 'declined', null],
  [{ at: 'ended' }, 'declined', null],
  [{ at: 'missed' }, 'none', null],
  [{ at: 'sent' }, 'none', null],
] as const satisfies readonly (readonly [PageState['screen'], string, string | null])[])(
  'of %j the browser keeps the specified status and kind [E-visitor-session]',
  (screen, callStatus, communicationType) => {
    remember({ ...START, visit: visit(), screen })
    expect(JSON.parse(kept.get('visitorCallState') ?? '{}')).toEqual({ callStatus, communicationType, ringSuccess: true, qrCodeId: 'q' })
  },
)

test('a visit is found again at its own door alone, and the form forgets all but the name [E-visitor-session]', () => {
  ring('Marcus')
  expect(recall('q')).toEqual({ activityId: 7, visitorName: 'Marcus' })
  expect(recall('another')).toBeUndefined()
  remember({ ...START, visit: visit(), screen: { at: 'form' } })
  expect(Object.fromEntries(kept)).toEqual({ visitorName: 'Marcus' })
})
