import { expect, test } from '@jest/globals'
import { isEnter, isEscape } from './keys.ts'

const press = (key: string, more = {}) => ({ key, keyCode: key === 'Enter' ? 13 : 27, isComposing: false, ...more })

test('a key of its own is taken', () => {
  expect([isEnter(press('Enter')), isEscape({ nativeEvent: press('Escape') }), isEnter(press('Escape'))]).toEqual([true, true, false])
})

test.each([
  ['while it composes', { isComposing: true }],
  ["after Safari's composition", { keyCode: 229 }],
])('a key of an input method is left to it: %s', (_, more) => {
  expect([isEnter(press('Enter', more)), isEscape(press('Escape', more))]).toEqual([false, false])
})
