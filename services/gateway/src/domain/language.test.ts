import { expect, test } from '@jest/globals'
import { chooseLanguage } from './language.ts'

const from = (accept: string) => chooseLanguage({ 'accept-language': accept })

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['fr-FR,de;q=0.5,en;q=0.4', 'de'],
  ['en;q=0.3, DE-at;q=0.7', 'de'],
  ['de;q=0, en', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['', 'en'],
  ['de;q=x', 'en'],
  [';;;,,,q=', 'en'],
])('a browser that accepts "%s" gets %s', (accept, language) => expect(from(accept)).toBe(language))

test('a chosen language overrides the browser’s, unless it is unknown', () => {
  expect(chooseLanguage({ cookie: 'a=b; lang=en', 'accept-language': 'de' })).toBe('en')
  expect(chooseLanguage({ cookie: 'lang=tlh', 'accept-language': 'de' })).toBe('de')
  expect(chooseLanguage({})).toBe('en')
})
