import { expect, test } from '@jest/globals'
import { isPasskeyOrigin } from './passkeys.ts'

const page = (url: string) => new URL(url)

test('passkeys work at the public address alone', () => {
  const base = 'https://bell.example'
  expect(isPasskeyOrigin(page(base), base)).toBe(true)
  expect(isPasskeyOrigin(page('http://localhost:5000'), 'http://localhost:5000')).toBe(true)
  for (const other of ['https://www.bell.example', 'http://bell.example', 'https://bell.example:8443', 'https://192.0.2.7'])
    expect([other, isPasskeyOrigin(page(other), base)]).toEqual([other, false])
})

test.each(['https://192.0.2.7', 'http://127.0.0.1:5000', 'https://[2001:db8::7]'])('%s is no name, so there are no passkeys', (base) => {
  expect(isPasskeyOrigin(page(base), base)).toBe(false)
})
