import { expect, test } from '@jest/globals'
import { decryptMessage } from './encryption.ts'

/** RFC 8291, section 5. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
}
const BODY = Buffer.from(
  [
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml',
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT',
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].join(''),
  'base64url',
)

test("the RFC's example is decrypted", () => {
  expect(decryptMessage(KEYS, BODY).toString()).toBe('When I grow up, I want to be a watermelon')
})

test('a changed message is refused', () => {
  const changed = Buffer.from(BODY)
  changed[100] = (changed[100] ?? 0) ^ 1
  expect(() => decryptMessage(KEYS, changed)).toThrow()
})

test('a body without the header of aes128gcm is refused', () => {
  expect(() => decryptMessage(KEYS, Buffer.from('{"title":"Ana"}'))).toThrow('not aes128gcm')
})
