/** Parsers of untrusted paths and headers take a time in proportion to the length. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import type { Request, Response } from 'express'
import { TrustedProxies } from '#kit/trusted-proxies.ts'
import { accepted } from '../domain/accepted.ts'
import { clientAddress, connectionKey } from '../domain/address.ts'
import { readCookies } from '../domain/cookies.ts'
import { parseBounded } from '../domain/json-text.ts'
import { chooseLanguage } from '../domain/language.ts'
import { jpegOfDataUrl } from '../domain/photo.ts'
import { isProof } from '../domain/ring-proof.ts'
import { createSite, isLocalRequest } from '../domain/site.ts'
import { mayBeSigned } from '../domain/stripe-header.ts'
import { cutTextField } from '../domain/text-field.ts'
import { cleanVisitorLink, VISITOR_PATH } from '../domain/visitor-link.ts'
import { readTarget, refuseLongUrl } from './broken-requests.ts'
import { languageAsked } from './language.ts'
import { replaceUndecodable } from './undecodable-path.ts'

const PROXIES = TrustedProxies.parse('127.0.0.0/8')
const site = createSite({ publicUrl: 'http://localhost:5000', port: 5000, embedded: true, lanOrigins: [] })
const NOW = new Date('2026-01-01T10:00:00Z')
const PATHS = ['', '/', '/visitor', '//visitor/', '/visitor/pass/', `/visitor/pass/${'x'.repeat(30)}`, '/visitor/%20']

type Parser = readonly [name: string, begins: readonly string[], read: (text: string) => unknown]
const PARSERS: readonly Parser[] = [
  ['a link', PATHS, cleanVisitorLink],
  ['a visitor’s path', PATHS, (url) => VISITOR_PATH.test(url)],
  ['a target', ['', 'http://', 'http:'], (url) => readTarget({ url } as Request)],
  ['an undecodable path', ['/%'], (url) => replaceUndecodable({ url } as Request, {} as Response, () => undefined)],
  ['cookies', ['', 'lang=', 'visit-1', 'session-p5000='], (text) => readCookies(text, { secure: false, port: '5000' }).visits],
  ['a cookie of the language', ['', 'lang='], (cookie) => chooseLanguage({ cookie })],
  ['a link to a language', ['/auth?', '/auth?lang=', '/auth?lang=de'], languageAsked],
  ['languages', ['', 'de;'], (text) => chooseLanguage({ 'accept-language': text })],
  ['encodings', ['', 'br;q='], accepted],
  ['hops', ['', '"', '[', '"[a%', '1', '1:'], (text) => clientAddress('127.0.0.1', text, PROXIES)],
  ['an address', ['', '[', '[a%', '1:'], connectionKey],
  ['a host', ['', '[', 'a:'], (host) => [site.allowsHost(host), isLocalRequest('127.0.0.1', { host })]],
  ['Stripe’s signature', ['', 't=', 'v1='], (text) => mayBeSigned(text, NOW)],
  ['a proof', ['', '12345678.', '12345678.1.'], (text) => isProof('k', text, { door: 'd', address: 'a' }, 0)],
  ['JSON', ['', '"', '{"a":"', '"\\\\u0000'], (text) => parsed(text)],
  ['a text field', ['', '{"photo"', '{"photo":"'], (text) => cutTextField(Buffer.from(text), 'photo')],
  ['a photo', ['', 'data:image/jpeg;base64,'], jpegOfDataUrl],
]

function parsed(text: string): unknown {
  try {
    return parseBounded(text)
  } catch {
    return undefined
  }
}

/** The least of several tries, milliseconds: other processes use the machine too. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const tries = [1, 2, 3].map(() => {
    const began = performance.now()
    read(text)
    return performance.now() - began
  })
  return Math.min(...tries)
}

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))
const LENGTH = 16_000
/** Twice the length takes twice as long; four times, if it is quadratic. Times below a few milliseconds are not compared. */
const isLinear = (half: number, whole: number) => whole < Math.max(4, 3 * half)

test.each(PARSERS)('%s of 16 kB of one character takes linear time', (_name, begins, read) => {
  const slow = begins.flatMap((begin) =>
    PRINTABLE.map((character) => begin + character.repeat(LENGTH)).filter((text) => {
      const isSlow = () => !isLinear(timeOf(read, text.slice(0, begin.length + LENGTH / 2)), timeOf(read, text))
      return isSlow() && isSlow() && isSlow()
    }),
  )
  expect(slow.map((text) => text.slice(0, 40))).toEqual([])
})

test('a path of more than 2,000 characters or 16 names is unknown, and a URL of more than 4,000 is refused', async () => {
  const server = createServer((request, response) => void (refuseLongUrl(request, response) || response.end())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const statusOf = async (rest: string) => (await fetch(url + rest, { headers: { connection: 'close' } })).status
  const statuses = ['x'.repeat(1_999), 'x'.repeat(2_000), `?${'x'.repeat(3_998)}`, `?${'x'.repeat(3_999)}`].map(statusOf)
  expect(await Promise.all(statuses)).toEqual([200, 404, 200, 414])
  expect(await Promise.all(['a/'.repeat(15), 'a/'.repeat(16), `?${'/'.repeat(16)}`].map(statusOf))).toEqual([200, 404, 200])
  server.close()
})
