import { expect, test } from '@jest/globals'
import { german } from './de.ts'
import { english } from './en.ts'
import { authLink } from './links.ts'
import { withLegalLinks, writeMail, writeMails } from './write-mail.ts'

const at = new Date('2026-11-21T12:00:00Z')
const link = authLink('https://door.example', 'verify', 'x')
/** Values for the texts of every kind. */
const PARAMS = {
  ...{ missed: 1, messages: 2, visits: 0, system: 3, left: 1, name: 'Phone', date: 'November 30, 2026' },
  ...{ address: '192.0.2.1', location: 'Bonn', count: '7' },
}
const catalogues = Object.entries({ english, german }).flatMap(([language, { kinds }]) =>
  Object.entries(kinds).map(([kind, text]) => ({ name: `${kind} in ${language}`, text: (text as (params: object) => object)(PARAMS) })),
)

test('the verification mail contains the link and nothing that was typed', () => {
  const { text, html } = writeMail('general.verification', { to: 'a@example.org', at, link })
  expect(text).toContain(`\n\n${link}\n\n`)
  expect(html).toContain(`href="${link}"`)
  expect(text + html).not.toContain('a@example.org')
})

test('a mail is written in its reader’s language', () => {
  const waiting = { missed: 1, messages: 2, visits: 0, system: 0 }
  const subjectIn = (language: 'en' | 'de') => writeMail('general.summary', { to: 'a@example.org', at, link, language }, waiting).subject
  expect([subjectIn('en'), subjectIn('de')]).toEqual([
    'At your door: 1 missed ring, 2 messages',
    'An Ihrer Tür: 1 verpasster Besuch, 2 Nachrichten',
  ])
})

test('each addressee gets the own language, and an unknown one English', () => {
  const to = [
    { email: 'a@example.org', language: 'de' },
    { email: 'b@example.org', language: null },
  ]
  expect(writeMails('account.deleted', to, { at }).map(({ to: address, subject }) => [address, subject])).toEqual([
    ['a@example.org', 'Ihr Konto wurde gelöscht'],
    ['b@example.org', 'Your account has been deleted'],
  ])
})

test.each(['factor.passkeyCopied', 'api_token.created'] as const)('what an owner has typed is text in HTML: %s', (kind) => {
  const { html, text } = writeMail(kind, { to: 'a@example.org', at }, { name: '<img src=x onerror=alert(1)>' })
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toContain('<img')
  expect(text).toContain('<img src=x')
})

test('HTML has one button where there is a link, and loads nothing', () => {
  const withLink = writeMail('account.resetPassword', { to: 'a@example.org', at, link }).html ?? ''
  expect(withLink.match(/<a /g)).toHaveLength(1)
  expect(writeMail('account.deleted', { to: 'a@example.org', at }).html).not.toMatch(/<a |src=|url\(/)
})

const LEGAL = { imprint: 'https://op.example/imprint?a=1&b=2', privacy: 'https://op.example/privacy' }

test('a mail ends with the operator’s links, in its own language', () => {
  const { text, html } = withLegalLinks(writeMail('account.deleted', { to: 'a@example.org', at, language: 'de' }), LEGAL)
  expect(text.split('\n-- \n')[1]).toBe(`Impressum: ${LEGAL.imprint}\nDatenschutz: ${LEGAL.privacy}\n`)
  expect(html).toMatch(/>Impressum<\/a> · <a href="https:\/\/op\.example\/privacy">Datenschutz<\/a><\/p>\n<\/div><\/body><\/html>\n$/)
  expect(html).toContain('href="https://op.example/imprint?a=1&amp;b=2"')
})

test('a mail without the operator’s links, or without HTML, stays as it is', () => {
  const mail = writeMail('account.deleted', { to: 'a@example.org', at })
  expect(withLegalLinks(mail, {})).toBe(mail)
  const question = { text: 'Why?', html: null }
  expect(withLegalLinks(question, LEGAL)).toBe(question)
})

test.each(catalogues)('$name says all that it knows', ({ text }) => {
  expect(JSON.stringify(text)).not.toMatch(/undefined|\$\{|null/)
})

test('both languages have a button for the same kinds', () => {
  const buttons = ({ kinds }: typeof english) =>
    Object.entries(kinds).flatMap(([kind, text]) => ('button' in (text as (params: object) => object)(PARAMS) ? [kind] : []))
  expect(buttons(german)).toEqual(buttons(english))
})
