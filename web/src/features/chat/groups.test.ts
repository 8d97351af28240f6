import { expect, test } from '@jest/globals'
import { endsGroup } from './groups.ts'

const message = (minute: number, isFromMe = true, state: 'sending' | 'sent' | 'failed' = 'sent') => ({
  id: String(minute),
  isFromMe,
  state,
  timestamp: new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString(),
})

test('the last message shows its time', () => {
  expect(endsGroup(message(1), undefined)).toBe(true)
})

test('messages of one side close together share one time', () => {
  expect(endsGroup(message(1), message(2))).toBe(false)
  expect(endsGroup(message(1), message(4))).toBe(true)
  expect(endsGroup(message(1), message(1, false))).toBe(true)
})

test('an unsent message always shows its state', () => {
  expect(endsGroup(message(1, true, 'failed'), message(1, true, 'failed'))).toBe(true)
  expect(endsGroup(message(1), message(1, true, 'sending'))).toBe(true)
  expect(endsGroup(message(1, true, 'sending'), message(1, true, 'sending'))).toBe(false)
})
