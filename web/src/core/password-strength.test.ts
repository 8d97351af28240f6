import { expect, test } from '@jest/globals'
import { NewPassword } from '#proto/operations/auth.ts'
import { ChangePasswordForm } from '#proto/operations/passwords.ts'
import { newPasswordErrors, passwordRules, passwordScore } from './password-strength.ts'

// covers: V-strength
test('the strength meter counts the four rules', () => {
  expect(['', 'abc', 'abcdefgh', 'abcdefg1', 'Abcdefg1', 'Abcdef-1'].map(passwordScore)).toEqual([0, 0, 1, 2, 3, 4])
  for (const digit of '0123456789') expect([digit, passwordScore(`abcdefg${digit}`)]).toEqual([digit, 2])
  for (const special of '!"#$%&()*+,-./:;<=>?@[]^_{|}~€') expect([special, passwordScore(`Abcdefg${special}`)]).toEqual([special, 3])
  expect([passwordScore('abcdefg'), passwordScore('abc efgh')]).toEqual([0, 1])
  // The meter's "strong" passwords are those that the server accepts, character by character.
  for (let code = 32; code < 384; code += 1) {
    const password = `Abcdef1${String.fromCharCode(code)}`
    expect([password, passwordScore(password) === 4]).toEqual([password, NewPassword.safeParse(password).success])
  }
  expect(passwordRules('ÄÖ 12')).toEqual({ length: false, number: true, uppercase: true, special: false })
})

// covers: V-password-dialog
test('an empty password form has the specified error on every field', () => {
  expect(newPasswordErrors(ChangePasswordForm, { currentPassword: '', newPassword: '', confirmPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
})

// covers: V-password-dialog
test('differing new passwords are an error even if other fields are invalid', () => {
  expect(newPasswordErrors(ChangePasswordForm, { currentPassword: '', newPassword: 'Maple-Lane-14', confirmPassword: 'x' })).toEqual({
    currentPassword: 'Current password is required',
    confirmPassword: 'Passwords do not match',
  })
  const right = { currentPassword: 'x', newPassword: 'Maple-Lane-14', confirmPassword: 'Maple-Lane-14' }
  expect(newPasswordErrors(ChangePasswordForm, right)).toEqual({})
  expect(newPasswordErrors(ChangePasswordForm, { ...right, confirmPassword: 'Maple-Lane-15' })).toEqual({
    confirmPassword: 'Passwords do not match',
  })
})
