import { expect, test } from '@jest/globals'
import { NewPassword } from '#proto/operations/auth.ts'
import { passwordRules, passwordScore, registerErrors, signInErrors } from './validation.ts'

const right = {
  firstName: 'Nora',
  lastName: 'Lindqvist',
  email: 'nora@example.com',
  username: 'nora',
  password: 'Maple-Lane-14',
  confirmPassword: 'Maple-Lane-14',
}

test('an empty sign-in names both fields [V-login]', () => {
  expect(signInErrors({ username: ' ', password: '' })).toEqual({ username: 'Username is required', password: 'Password is required' })
  expect(signInErrors({ username: 'nora', password: 'x' })).toEqual({})
})

test('an empty registration names every field in the specified words [V-register]', () => {
  expect(registerErrors({ firstName: '', lastName: '', email: '', username: '', password: '', confirmPassword: '' })).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    username: 'Username is required',
    password: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
})

test('a registration that is right has no errors', () => {
  expect(registerErrors(right)).toEqual({})
})

test('a wrong address and a weak password are told in the specified words [V-register-email]', () => {
  expect(registerErrors({ ...right, email: 'nora@' }).email).toBe('Invalid email address')
  expect(registerErrors({ ...right, password: 'maple-lane', confirmPassword: 'maple-lane' }).password).toBe(
    'Password must contain at least one number',
  )
})

test('passwords that differ are told under the second one, whatever else is still missing [V-register-match]', () => {
  expect(registerErrors({ ...right, confirmPassword: 'other' })).toEqual({ confirmPassword: 'Passwords do not match' })
  expect(registerErrors({ ...right, email: '', username: '', confirmPassword: 'other' }).confirmPassword).toBe('Passwords do not match')
  expect(registerErrors({ ...right, email: '', password: 'short', confirmPassword: 'other' }).confirmPassword).toBe(
    'Passwords do not match',
  )
  expect(registerErrors({ ...right, password: 'short', confirmPassword: 'short' })).toEqual({
    password: 'Password must be at least 8 characters',
  })
})

test('the strength meter counts the four rules [V-strength]', () => {
  expect(['', 'abc', 'abcdefgh', 'abcdefg1', 'Abcdefg1', 'Abcdef-1'].map(passwordScore)).toEqual([0, 0, 1, 2, 3, 4])
  for (const digit of '0123456789') expect([digit, passwordScore(`abcdefg${digit}`)]).toEqual([digit, 2])
  for (const special of '!"#$%&()*+,-./:;<=>?@[]^_{|}~€') expect([special, passwordScore(`Abcdefg${special}`)]).toEqual([special, 3])
  expect([passwordScore('abcdefg'), passwordScore('abc efgh')]).toEqual([0, 1])
  // What the meter calls strong is what the house takes, sign by sign.
  for (let code = 32; code < 384; code += 1) {
    const password = `Abcdef1${String.fromCharCode(code)}`
    expect([password, passwordScore(password) === 4]).toEqual([password, NewPassword.safeParse(password).success])
  }
  expect(passwordRules('ÄÖ 12')).toEqual({ length: false, number: true, uppercase: true, special: false })
})
