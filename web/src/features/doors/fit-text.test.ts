import { expect, test } from '@jest/globals'
import { fitText } from './fit-text.ts'

/** Measures every letter as half as wide as high. */
const half = (text: string) => text.length / 2
const place = { width: 50, size: 10, least: 4, lines: 2, weight: 600 }

test('a short label has full size on one line', () => {
  expect(fitText('Garden', place, half)).toEqual({ lines: ['Garden'], size: 10 })
})

test('a longer label wraps at a word before it shrinks', () => {
  expect(fitText('Garden gate north', place, half)).toEqual({ lines: ['Garden', 'gate north'], size: 10 })
})

test('a long label shrinks until its words fit', () => {
  const { lines, size } = fitText('The green garden gate behind the old house', place, half)
  expect(lines).toHaveLength(2)
  expect(lines.join(' ')).toBe('The green garden gate behind the old house')
  for (const line of lines) expect(half(line) * size).toBeLessThanOrEqual(50)
})

test("an endless word is cut at the sign's width", () => {
  const { lines, size } = fitText('x'.repeat(60), place, half)
  expect(size).toBe(4)
  for (const line of lines) expect(half(line) * size).toBeLessThanOrEqual(50)
  expect(lines.join('')).toHaveLength(50)
})
