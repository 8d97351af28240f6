import { expect, test } from '@jest/globals'
import { clientHello, readServerPacket } from './dtls.ts'

const record = (type: number, body: readonly number[]) => Buffer.from([type, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, body.length, ...body])
const message = (type: number, body: readonly number[] = []) => [type, 0, 0, body.length, 0, 0, 0, 0, 0, 0, 0, body.length, ...body]

test('a ClientHello is one record with one whole message, and says its lengths', () => {
  const hello = clientHello()
  expect([...hello.subarray(0, 3)]).toEqual([22, 0xfe, 0xff])
  expect(hello.readUInt16BE(11)).toBe(hello.length - 13)
  expect(hello[13]).toBe(1)
  expect([hello.readUIntBE(14, 3), hello.readUIntBE(22, 3)]).toEqual([hello.length - 25, hello.length - 25])
  expect([...hello.subarray(25, 27)]).toEqual([0xfe, 0xfd])
  expect(clientHello().equals(hello)).toBe(false)
})

test.each([
  ['the message that ends the flight', [record(22, message(14))], 'flight'],
  ['it after others in a record', [record(22, [...message(2, [1, 2, 3]), ...message(14)])], 'flight'],
  ['it in a later record', [record(22, message(2, [1])), record(22, message(11, [1])), record(22, message(14))], 'flight'],
  ['a beginning of the flight alone', [record(22, message(2, [1, 2])), record(22, message(11, [14, 14]))], undefined],
  ['an alert', [record(21, [2, 40])], 'alert'],
  ['a record that is cut', [record(22, message(14)).subarray(0, -1)], undefined],
  ['nothing', [], undefined],
] as const)('a packet with %s', (_, records, expected) => {
  expect(readServerPacket(Buffer.concat(records))).toBe(expected)
})
