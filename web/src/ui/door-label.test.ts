import { expect, test } from '@jest/globals'
import { labelWidth, splitLabel } from './door-label.ts'

test('leading digits of a label become its numeral', () => {
  expect(splitLabel('14 Maple Lane')).toEqual({ numeral: '14', rest: 'Maple Lane' })
  expect(splitLabel('7b, Rear house')).toEqual({ numeral: '7b', rest: 'Rear house' })
  expect(splitLabel('221')).toEqual({ numeral: '221', rest: '' })
})

test('a label without leading digits is shown alone', () => {
  expect(splitLabel('  Front door ')).toEqual({ numeral: '', rest: 'Front door' })
  expect(splitLabel('3rd floor')).toEqual({ numeral: '', rest: '3rd floor' })
})

test('a label’s width is its longest word or a quarter of its length', () => {
  expect(labelWidth('Front door')).toBe(5)
  expect(labelWidth('Hauseingang')).toBe(11)
  expect(labelWidth('Gate by the quarry and the grey gypsy pony yard')).toBe(12)
})
