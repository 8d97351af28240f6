import { expect, test } from '@jest/globals'
import { visitorNameOf } from './activity-texts.ts'
import { isolate } from './bidi.ts'
import { initials } from './initials.ts'

test('a right-to-left name is isolated from the sentence around it', () => {
  expect(`${visitorNameOf({ visitorName: 'محمد (مندوب)' })} has left`).toBe('\u2068محمد (مندوب)\u2069 has left')
  expect(isolate('דנה')).toBe('\u2068דנה\u2069')
})

test('other names stay as they are', () => {
  expect(['Vera (4B)', '山田', 'Åsa'].map(isolate)).toEqual(['Vera (4B)', '山田', 'Åsa'])
})

test('an isolated name keeps its initials', () => {
  expect(initials(isolate('محمد علي'))).toBe(initials('محمد علي'))
})
