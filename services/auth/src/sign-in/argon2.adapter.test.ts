import { expect, test } from '@jest/globals'
import { hash as hashOf, verify } from '@node-rs/argon2'
import { createPasswords } from './argon2.adapter.ts'

const HERE = '192.0.2.1'

test('a hash matches its own password only', async () => {
  const passwords = await createPasswords()
  const hash = await passwords.hash('Correct-Horse-1', HERE)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.check(hash, 'Correct-Horse-1', HERE)).toBe('right')
  expect(await passwords.check(hash, 'correct-horse-1', HERE)).toBe('wrong')
  expect(await passwords.check(undefined, 'nobody has this password', HERE)).toBe('wrong')
})

test('a missing user costs the same work as a wrong password', async () => {
  const verified: string[] = []
  const passwords = await createPasswords((stored, password) => {
    verified.push(String(stored))
    return verify(stored, password)
  })
  const hash = await passwords.hash('Correct-Horse-1', HERE)
  expect(await passwords.check(hash, 'wrong', HERE)).toBe('wrong')
  expect(await passwords.check(undefined, 'wrong', HERE)).toBe('wrong')
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

test('a password matches in every Unicode form', async () => {
  const passwords = await createPasswords()
  const typed = 'Hällo-Wörld-ﬁ４２'
  const hash = await passwords.hash(typed.normalize('NFD'), HERE)
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(await passwords.check(hash, typed.normalize(form), HERE)).toBe('right')
})

test('an old hash of a password as it was typed still matches, as old', async () => {
  const passwords = await createPasswords()
  const typed = 'Hällo-Wörld-42'.normalize('NFD')
  const old = await hashOf(typed)
  expect([await passwords.check(old, typed, HERE), await passwords.check(old, `${typed}x`, HERE)]).toEqual(['old', 'wrong'])
})

test('a form that has to be tried twice costs the same for a missing user', async () => {
  let verified = 0
  const passwords = await createPasswords(async () => {
    verified += 1
    return false
  })
  await passwords.check(await hashOf('x'), 'Wörld'.normalize('NFD'), HERE)
  await passwords.check(undefined, 'Wörld'.normalize('NFD'), HERE)
  expect(verified).toBe(4)
})
