import { expect, test } from '@jest/globals'
import { createSubscriptionKeys, decryptMessage } from '#scripts/testing/push/encryption.ts'
import { encryptPush } from './encrypt-push.ts'

test.each(['', 'Ana is at the door', 'Ärger an der Tür 🔔', 'x'.repeat(3_993)])('its receiver decrypts %#', (text) => {
  const keys = createSubscriptionKeys()
  const body = encryptPush(keys, text)
  expect(decryptMessage(keys, body).toString()).toBe(text)
  expect(body).toHaveLength(103 + Buffer.byteLength(text))
})

test('the same text is never encrypted alike', () => {
  const keys = createSubscriptionKeys()
  expect(encryptPush(keys, 'x').equals(encryptPush(keys, 'x'))).toBe(false)
})

test('a key that is no point of the curve is refused', () => {
  const { auth } = createSubscriptionKeys()
  expect(() => encryptPush({ auth, p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'x')).toThrow()
})
