import { expect, test } from '@jest/globals'
import { verify } from '@node-rs/argon2'
import { createPasswords } from './argon2.ts'

const HERE = '192.0.2.1'

test('a hash matches its own password only', async () => {
  const passwords = await createPasswords()
  const hash = await passwords.hash('Correct-Horse-1', HERE)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(hash, 'Correct-Horse-1', HERE)).toBe(true)
  expect(await passwords.matches(hash, 'correct-horse-1', HERE)).toBe(false)
  expect(await passwords.matches(undefined, 'nobody has this password', HERE)).toBe(false)
})

test('a missing user costs the same work as a wrong password', async () => {
  const verified: string[] = []
  const passwords = await createPasswords((stored, password) => {
    verified.push(String(stored))
    return verify(stored, password)
  })
  const hash = await passwords.hash('Correct-Horse-1', HERE)
  expect(await passwords.matches(hash, 'wrong', HERE)).toBe(false)
  expect(await passwords.matches(undefined, 'wrong', HERE)).toBe(false)
  // $argon2id$v=19$m=…,t=…,p=…$salt$key: all but salt and key decide the work, and so do their lengths.
  const workOf = (text: string) => [
    ...text.split('$').slice(1, 4),
    ...text
      .split('$')
      .slice(4)
      .map(({ length }) => length),
  ]
  expect(verified.map(workOf)).toEqual([workOf(hash), workOf(hash)])
})
