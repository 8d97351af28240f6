/** The messages of RFC 5769, whose first three are padded with spaces: RFC 8489, 14 lets padding be anything. */
import { expect, test } from '@jest/globals'
import {
  ATTRIBUTE,
  decodeStun,
  decodeXorAddress,
  encodeStun,
  encodeXorAddress,
  errorCodeOf,
  isSignedWith,
  longTermKey,
  protect,
  type StunMessage,
  stunLength,
  TYPE,
} from './stun.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
const PASSWORD = Buffer.from('VOkJxbRl1RmTxUk/WvJxBt')
const MESSAGES = {
  request: hex(`
    00010058 2112a442 b7e7a701bc34d686fa87dfae
    80220010 5354554e207465737420636c69656e74
    00240004 6e0001ff
    80290008 932ff9b151263b36
    00060009 6576746a3a68367659202020
    00080014 9aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2
    80280004 e57a3bcf`),
  'IPv4 response': hex(`
    0101003c 2112a442 b7e7a701bc34d686fa87dfae
    8022000b 7465737420766563746f7220
    00200008 0001a147e112a643
    00080014 2b91f599fd9e90c38c7489f92af9ba53f06be7d7
    80280004 c07d4c96`),
  'IPv6 response': hex(`
    01010048 2112a442 b7e7a701bc34d686fa87dfae
    8022000b 7465737420766563746f7220
    00200014 0002a147 0113a9faa5d3f179bc25f4b5bed2b9d9
    00080014 a382954e4be67bf11784c97c8292c275bfe3ed41
    80280004 c8fb0b4c`),
} as const
/** MESSAGE-INTEGRITY and FINGERPRINT, with their headers. */
const PROTECTION = 24 + 8
const LONG_TERM = hex(`
  00010060 2112a442 78ad3433c6ad72c029da412e
  00060012 e3839ee38388e383aae38383e382afe382b9 0000
  0015001c 662f2f3439396b39353464364f4c33346f4c39465354767936347341
  0014000b 6578616d706c652e6f7267 00
  00080014 f67024656dd64a3e02b8e0712e85c9a28ca89666`)

function decoded(bytes: Buffer): StunMessage {
  const message = decodeStun(bytes)
  if (!message) throw new Error('not a message')
  return message
}

const named = Object.entries(MESSAGES)

test.each(named)('the sample %s is signed and fingerprinted as its sender did it', (_, bytes) => {
  expect(protect(bytes.subarray(0, -PROTECTION), PASSWORD).toString('hex')).toBe(bytes.toString('hex'))
})

test.each(named)('the signature of the sample %s is verified', (_, bytes) => {
  const changed = Buffer.from(bytes)
  changed[24] = (changed[24] ?? 0) ^ 1
  expect(isSignedWith(decoded(bytes), PASSWORD)).toBe(true)
  expect(isSignedWith(decoded(changed), PASSWORD)).toBe(false)
  expect(isSignedWith(decoded(bytes), Buffer.from('another password'))).toBe(false)
})

test('the attributes of the sample request are read', () => {
  const { type, attributes } = decoded(MESSAGES.request)
  expect(type).toBe(TYPE.bindingRequest)
  expect(attributes.get(ATTRIBUTE.username)?.toString()).toBe('evtj:h6vY')
  expect(attributes.get(ATTRIBUTE.priority)?.readUInt32BE()).toBe(0x6e0001ff)
})

test.each([
  ['IPv4 response', '192.0.2.1'],
  ['IPv6 response', '2001:db8:1234:5678:11:2233:4455:6677'],
] as const)('the address of the sample %s is read and written', (name, address) => {
  const { attributes, transactionId } = decoded(MESSAGES[name])
  const value = attributes.get(ATTRIBUTE.xorMappedAddress) ?? Buffer.alloc(0)
  expect(decodeXorAddress(value, transactionId)).toEqual({ address, port: 32_853 })
  expect(encodeXorAddress({ address, port: 32_853 }, transactionId)).toEqual(value)
})

test('the sample request with long-term credentials is written byte for byte', () => {
  const [username, realm, nonce] = ['マトリックス', Buffer.from('example.org'), Buffer.from('f//499k954d6OL34oL9FSTvy64sA')]
  const key = longTermKey(username, realm, 'TheMatrIX')
  const attributes = [['username', Buffer.from(username)] as const, ['nonce', nonce] as const, ['realm', realm] as const]
  const message = encodeStun(TYPE.bindingRequest, LONG_TERM.subarray(8, 20), attributes, key)
  // The sample has no FINGERPRINT, which the length counts.
  expect(message.subarray(4, -8)).toEqual(LONG_TERM.subarray(4))
  expect(stunLength(message)).toBe(stunLength(LONG_TERM) + 8)
  expect(isSignedWith(decoded(LONG_TERM), key)).toBe(true)
})

test('an error response gives its code', () => {
  const refused = encodeStun(TYPE.bindingError, Buffer.alloc(12), [['errorCode', Buffer.from([0, 0, 4, 1, ...Buffer.from('no')])]])
  expect(errorCodeOf(decoded(refused))).toBe(401)
  expect(errorCodeOf(decoded(MESSAGES.request))).toBeUndefined()
})

test('what is no whole message is refused', () => {
  const { request } = MESSAGES
  const withoutCookie = Buffer.from(request)
  withoutCookie[4] = 0
  const longAttribute = Buffer.from(request)
  longAttribute[22] = 0x7f
  const wrong = [
    Buffer.alloc(0),
    request.subarray(0, 19),
    request.subarray(0, -4),
    Buffer.concat([request, request]),
    withoutCookie,
    longAttribute,
  ]
  expect(wrong.map((bytes) => decodeStun(bytes))).toEqual(wrong.map(() => undefined))
})

test('a message without a signature is not signed', () => {
  expect(isSignedWith(decoded(encodeStun(TYPE.bindingRequest, Buffer.alloc(12), [])), PASSWORD)).toBe(false)
})
