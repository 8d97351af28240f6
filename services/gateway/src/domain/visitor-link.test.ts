import { expect, test } from '@jest/globals'
import { cleanVisitorLink } from './visitor-link.ts'

const CODE = 'aB3dE6gH9jK2mN5pQ8sT'
const PASS = `42-${'x'.repeat(31)}_`

test('what stands around a whole code is left out', () => {
  const behind = [
    '%20',
    '%0A',
    '.',
    ')',
    ',',
    '%C2%A0',
    '%E2%80%8B',
    '%E2%80',
    ';jsessionid=1',
    '%22',
    '/x',
    '//',
    '.)',
    '%3E',
    "'",
    '!',
    '*',
  ]
  const ways = [...behind.map((rest) => `/visitor/${CODE}${rest}`), `//visitor/${CODE}`, `/visitor//${CODE}`, `///VISITOR//${CODE}.`]
  for (const way of [...ways, `/visitor/%20${CODE}`, `/visitor/(${CODE})`])
    expect([way, cleanVisitorLink(way)]).toEqual([way, `/visitor/${CODE}`])
})

test('the query of a link stays', () => {
  expect(cleanVisitorLink(`/visitor/${CODE}.?tab=schedule&x=?`)).toBe(`/visitor/${CODE}?tab=schedule&x=?`)
})

test('a clean link, and what is no link to a door, are left as they are', () => {
  const others = ['/visitor', '/visitor/', '/visitor/short', `/visitor/${CODE}x`, `/visitor/${CODE}${CODE}`, '/doorbell', '/visitors-page']
  const clean = [
    `/visitor/${CODE}`,
    `/visitor/${CODE}/`,
    `/VISITOR/${CODE}`,
    `/visitor/${CODE}?fbclid=1`,
    `/visitor/pass/${PASS}/visit.ics`,
  ]
  for (const url of [...others, ...clean, `/visitor/pass/${PASS}`, '/visitor/invite/x.'])
    expect([url, cleanVisitorLink(url)]).toEqual([url, undefined])
})

test('links of invites and passes are mended too', () => {
  expect(cleanVisitorLink(`/visitor/pass/${PASS}.`)).toBe(`/visitor/pass/${PASS}`)
  expect(cleanVisitorLink(`//visitor/invite//${PASS}%20?a=1`)).toBe(`/visitor/invite/${PASS}?a=1`)
  expect(cleanVisitorLink(`/visitor//pass/${PASS}/visit.ics`)).toBe(`/visitor/pass/${PASS}/visit.ics`)
})
