import { expect, test } from '@jest/globals'
import { mayConnect, receiverOf } from './receiver-address.ts'

const NAMED = [
  { name: 'homeassistant.lan', port: 8123 },
  { name: '192.168.7.20', port: 8123 },
  { name: 'homeassistant.example.org', port: 443 },
]
const verdictOf = (text: string) => {
  const receiver = receiverOf(text, NAMED)
  return typeof receiver === 'string' ? receiver : receiver.isNamed ? 'named' : 'public'
}

test.each([
  'https://receiver.example.com/',
  'https://receiver.example.com/hook?key=1',
  'https://receiver.example.com:8443/hook',
  'https://xn--mller-kva.example/hook',
  'https://a.b.c.example.co.uk:1024/',
])('%s is public', (url) => expect(verdictOf(url)).toBe('public'))

test.each(['http://homeassistant.lan:8123/api/webhook/x', 'http://192.168.7.20:8123/', 'https://homeassistant.example.org/'])(
  '%s is named by the operator',
  (url) => expect(verdictOf(url)).toBe('named'),
)

test.each([
  ...['http://homeassistant.lan/', 'https://homeassistant.lan:8124/', 'http://192.168.7.20/', 'https://192.168.7.21:8123/'],
  ...[
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
  ],
  ...[
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
  ],
  ...[
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://203.0.113.7/',
  ],
  ...[
    'https://localhost/',
    'https://LOCALHOST/',
    'https://app.localhost/',
    'https://postgres/',
    'https://router/',
    'https://printer.local/',
  ],
  ...[
    'https://metadata.google.internal/',
    'https://nas.home.arpa/',
    'https://x.lan/',
    'https://x.test/',
    'https://x.invalid/',
    'https://x.alt/',
  ],
])('%s can only be allowed by the operator', (url) => expect(verdictOf(url)).toBe('private'))

test.each([
  ...[
    '',
    'receiver.example.com',
    'ftp://receiver.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://receiver.example.com/',
  ],
  ...['http://receiver.example.com/', 'https://user@receiver.example.com/', 'https://user:word@receiver.example.com/', 'https:///'],
  ...[
    'https://receiver.example.com/#part',
    'https://receiver.example.com:25/',
    'https://receiver.example.com:22/',
    'https://receiver.example.com:80/',
  ],
  ...['https://a_b.example.com/', 'https://-a.example.com/', 'https://receiver.example.com:99999/', 'https://example.1/'],
])('%s is not sent to', (url) => expect(verdictOf(url)).toBe('invalid'))

test.each([
  ['93.184.216.34', false, true],
  ['2606:2800:220:1::1', false, true],
  ['192.168.7.20', false, false],
  ['192.168.7.20', true, true],
  ['fd00::7', true, true],
  ['100.64.0.9', true, true],
  ['169.254.169.254', true, false],
  ['fe80::1', true, false],
  ['127.0.0.1', true, false],
  ['::1', true, false],
  ['0.0.0.0', true, false],
  ['224.0.0.1', true, false],
  ['::ffff:127.0.0.1', true, false],
])('it connects to %s, of a named host: %s: %s', (address, isNamed, may) => expect(mayConnect(address, isNamed, false)).toBe(may))

test('only a test start connects to this machine, and only where it is named', () => {
  expect([mayConnect('127.0.0.1', true, true), mayConnect('127.0.0.1', false, true)]).toEqual([true, false])
})
