import { expect, test } from '@jest/globals'
import { createSecretBox } from './secret-box.adapter.ts'

const KEY = 'k'.repeat(48)

test('a sealed secret opens with the same key and context', () => {
  const box = createSecretBox(KEY)
  const stored = box.seal('JBSWY3DPEHPK3PXP', 'user 5')
  expect(stored).not.toContain('JBSWY3DPEHPK3PXP')
  expect(box.seal('JBSWY3DPEHPK3PXP', 'user 5')).not.toBe(stored)
  expect(createSecretBox(KEY).open(stored, 'user 5')).toBe('JBSWY3DPEHPK3PXP')
})

test('another key, context or byte does not open a sealed secret', () => {
  const box = createSecretBox(KEY)
  const stored = box.seal('JBSWY3DPEHPK3PXP', 'user 5')
  const changed = `${stored.slice(0, -2)}${stored.endsWith('AA') ? 'BB' : 'AA'}`
  expect(() => createSecretBox('x'.repeat(48)).open(stored, 'user 5')).toThrow()
  expect(() => box.open(stored, 'user 6')).toThrow()
  expect(() => box.open(changed, 'user 5')).toThrow()
  expect(() => box.open('v2.AAAA', 'user 5')).toThrow('unknown version')
})

test("a code's hash depends on the key and the account", () => {
  const hash = createSecretBox(KEY).hashCode('ABCD2345WXYZ', 'user 5')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(createSecretBox(KEY).hashCode('ABCD2345WXYZ', 'user 5')).toBe(hash)
  expect(createSecretBox(KEY).hashCode('ABCD2345WXYZ', 'user 6')).not.toBe(hash)
  expect(createSecretBox('x'.repeat(48)).hashCode('ABCD2345WXYZ', 'user 5')).not.toBe(hash)
})
