/** Streams, URLs and errors, without a network. */
import { expect, test } from '@jest/globals'
import { failureOf, PathFailure, splitStream } from './packet-channel.ts'
import { encodeStun, TYPE } from './stun.ts'
import { parseTurnUrl } from './turn.ts'

const stun = (text: string) => encodeStun(TYPE.dataIndication, Buffer.alloc(12, 7), [['data', Buffer.from(text)]])

test('packets after their lengths are taken from a stream, whole ones alone', () => {
  const bytes = Buffer.from([0, 2, 1, 2, 0, 0, 0, 3, 4, 5])
  expect(splitStream(bytes, 'rfc4571')).toEqual({ packets: [Buffer.from([1, 2]), Buffer.alloc(0)], rest: Buffer.from([0, 3, 4, 5]) })
  expect(splitStream(Buffer.from([0]), 'rfc4571')).toEqual({ packets: [], rest: Buffer.from([0]) })
})

test('STUN messages are taken from a stream by their own lengths', () => {
  const [first, second] = [stun('one'), stun('and another')]
  const { packets, rest } = splitStream(Buffer.concat([first, second, first.subarray(0, 3)]), 'stun')
  expect(packets).toEqual([first, second])
  expect(rest).toEqual(first.subarray(0, 3))
})

test.each([
  ['turn:turn.example', { address: 'turn.example', port: 3_478, transport: 'udp' }],
  ['turn:203.0.113.7:3479?transport=tcp', { address: '203.0.113.7', port: 3_479, transport: 'tcp' }],
  ['turns:turn.example', { address: 'turn.example', port: 5_349, transport: 'tls' }],
  ['turns:turn.example:443?transport=tcp', { address: 'turn.example', port: 443, transport: 'tls' }],
  ['turns:turn.example?transport=udp', { address: 'turn.example', port: 5_349, transport: 'dtls' }],
  ['turn:[2001:db8::7]:3478', { address: '2001:db8::7', port: 3_478, transport: 'udp' }],
])('%s is read', (url, expected) => {
  expect(parseTurnUrl(url)).toEqual(expected)
})

test('what is no TURN URL is refused', () => {
  for (const url of ['stun:turn.example', 'turn:', 'https://turn.example']) expect(() => parseTurnUrl(url)).toThrow(PathFailure)
})

test.each([
  [{ code: 'ECONNREFUSED' }, 'refused: nothing listens there, or a firewall rejects it'],
  [{ code: 'ENETUNREACH' }, 'no route from here (ENETUNREACH)'],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 'the name is not known here (ENOTFOUND)'],
  [{ code: 'EMFILE' }, 'failed: too many (EMFILE)'],
])('the error %j is a sentence', (fields, sentence) => {
  expect(failureOf(Object.assign(new Error('too many'), fields)).message).toBe(sentence)
})
