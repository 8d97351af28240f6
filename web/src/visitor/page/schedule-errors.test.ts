import { expect, test } from '@jest/globals'
import { fieldError } from './schedule-errors.ts'

const VALID = { badInput: false, typeMismatch: false, rangeUnderflow: false, rangeOverflow: false }
const field = (name: string, value: string, wrong: Partial<typeof VALID> = {}, required = true) => ({
  name,
  value,
  required,
  validity: { ...VALID, ...wrong },
})

test('every required field has a sentence of its own', () => {
  const sentences = ['visitorName', 'date', 'time', 'purpose'].map((name) => fieldError(field(name, '')))
  expect(sentences).toEqual(['Name is required', 'Please choose a date', 'Please choose a time', 'Please say why you are coming'])
})

test('blanks alone are no name', () => {
  expect(fieldError(field('visitorName', '  '))).toBe('Name is required')
})

test('a half-filled date, a past one and a far one are told apart', () => {
  expect(fieldError(field('date', '', { badInput: true }))).toBe('Please choose a date')
  expect(fieldError(field('date', '2020-01-01', { rangeUnderflow: true }))).toBe('Please choose a date in the future')
  expect(fieldError(field('date', '2090-01-01', { rangeOverflow: true }))).toBe('At most 90 days ahead')
})

test('an email address must look like one, if there is one', () => {
  expect(fieldError(field('email', 'tom@', { typeMismatch: true }, false))).toBe('Invalid email address')
  expect(fieldError(field('email', '', {}, false))).toBe('')
})

test('a valid field has none', () => {
  expect(fieldError(field('purpose', 'Heating'))).toBe('')
})
