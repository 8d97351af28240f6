import { expect, test } from '@jest/globals'
import { RegisterForm } from './operations/auth.ts'
import { hasOrdinaryLetters, lookalikeKey } from './usernames.ts'

const NAMES = [
  'José',
  'Zoë',
  'Łukasz',
  'Jürgen',
  'Søren',
  'Đặng Thị',
  'Þórður',
  'Ayşe Yıldız',
  'Straße',
  'Ɓala',
  'Əli',
  'Ɛsi',
  'Œuvrard',
  '山田taro',
]

test.each([...NAMES, 'Сергей', 'Ελένη', 'علی‌رضا', 'राम', '12_34'])('%s is accepted as a username', (name) => {
  expect(hasOrdinaryLetters(name)).toBe(true)
})

test.each(['\u0251dmin', 'mar\u028f', '\u0261reta', 'ada\u01c0', '\ua731usan', 'Lu\u1d0bas'])(
  '%s contains letters that no username may contain',
  (name) => {
    const form = { firstName: 'A', lastName: 'B', email: 'a@example.org', password: 'Correct-Horse-1', confirmPassword: 'Correct-Horse-1' }
    expect(RegisterForm.safeParse({ ...form, username: name }).error?.issues[0]?.message).toBe('username_letters')
    expect(RegisterForm.safeParse({ ...form, username: 'José' }).success).toBe(true)
  },
)

test.each([
  ['jose', 'josé'],
  ['soren', 'søren'],
  ['admin', 'a\u0338d\u0336min'],
  ['lukasz', 'łukasz'],
  ['coco', 'сосо'],
  ['tok', 'τοκ'],
  ['anna-b', 'anna\u2010b'],
  ['carl-b', 'carl\u2212b'],
  ["o'neil", 'o\u2019neil'],
  ['two words', 'two  words'],
])('%s looks like %s', (name, alike) => {
  expect(lookalikeKey(alike)).toBe(name)
})

test.each([
  ['anna1', 'annal'],
  ['राम', 'रमी'],
  ['علی', 'علي'],
  ['ella', 'elia'],
])('%s does not look like %s', (name, other) => {
  expect(lookalikeKey(name)).not.toBe(lookalikeKey(other))
})
