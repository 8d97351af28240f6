import { expect, test } from '@jest/globals'
import { ISSUES } from '#proto/issues.ts'
import { errorText, fieldTexts } from './error-texts.ts'
import { errorTexts as german } from './texts/de-errors.ts'
import { errorTexts as english } from './texts/en-errors.ts'

const tooLong = { code: 'too_long', params: { max: 100 } }

test('an error is translated by its code, whatever its message says', () => {
  expect(errorText(german, { code: 'limited', message: 'Some new words' })).toBe('Zu viele Anfragen. Bitte warten Sie einen Moment.')
})

test('a variant has its own translation', () => {
  const code = 'subscription_required'
  expect(errorText(german, { code, params: { variant: 'audio' } })).toBe(
    'Für Sprachanrufe brauchen Sie Premium. Bitte wechseln Sie den Tarif.',
  )
  expect(errorText(german, { code, params: { variant: 'from_next_year' } })).toBe('Für Videoanrufe brauchen Sie Premium.')
})

test('an unknown code keeps its message', () => {
  expect(errorText(german, { code: 'unknown', message: '502: Bad Gateway' })).toBe('502: Bad Gateway')
  expect(errorText(german, { code: 'toString', message: 'x' })).toBe('x')
})

test('the only invalid field is named in the message', () => {
  const issues = { limit: { code: 'too_small', params: { min: 1 } } }
  expect(errorText(german, { code: 'validation_failed', message: 'limit: At least 1', issues })).toBe('limit: Mindestens 1')
})

test('several invalid fields have the message of the form', () => {
  const issues = { name: tooLong, label: tooLong }
  expect(errorText(german, { code: 'validation_failed', issues })).toBe('Bitte prüfen Sie die markierten Felder.')
})

test('an issue is translated with its parameters', () => {
  expect(fieldTexts(german, { details: { label: 'At most 100 characters' }, issues: { label: tooLong } })).toEqual({
    label: 'Höchstens 100 Zeichen',
  })
})

test('an issue that this page does not know has a general sentence', () => {
  const received = { details: { label: 'Brand new' }, issues: { label: { code: 'brand_new', params: {} } } }
  expect(fieldTexts(german, received)).toEqual({ label: 'Bitte prüfen Sie diese Angabe.' })
  expect(fieldTexts(english, received)).toEqual({ label: 'Brand new' })
})

test('both languages have the same parameters in every sentence', () => {
  const placeholders = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const [code, sentence] of Object.entries(ISSUES))
    expect([code, placeholders(german.issues[code as keyof typeof ISSUES] ?? '')]).toEqual([code, placeholders(sentence)])
})

test("in English the server's message is unchanged", () => {
  expect(errorText(english, { code: 'limited', message: 'Too many.' })).toBe('Too many.')
  const issues = { limit: { code: 'too_small', params: { min: 1 } } }
  expect(errorText(english, { code: 'validation_failed', message: 'limit: At least 1', issues })).toBe('limit: At least 1')
  expect(fieldTexts(english, { details: { limit: 'At least 1' }, issues })).toEqual({ limit: 'At least 1' })
})
