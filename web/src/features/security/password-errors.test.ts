import { expect, test } from '@jest/globals'
import { dialogErrors, NO_PASSWORDS, settingsErrors } from './password-errors.ts'

const RIGHT = { currentPassword: 'Old-Maple-14', newPassword: 'Maple-Lane-14', confirmPassword: 'Maple-Lane-14' }

// covers: V-settings-password
test('in Settings all three passwords have at least 8 characters', () => {
  const short = 'Password must be at least 8 characters.'
  expect(settingsErrors(NO_PASSWORDS)).toEqual({ currentPassword: short, newPassword: short, confirmPassword: short })
  expect(settingsErrors(RIGHT)).toEqual({})
  expect(settingsErrors({ ...RIGHT, newPassword: 'Maple-1', confirmPassword: 'Maple-1' })).toEqual({
    newPassword: short,
    confirmPassword: short,
  })
})

// covers: V-settings-password
test('in Settings the new passwords must match and fulfil the stricter policy', () => {
  expect(settingsErrors({ ...RIGHT, confirmPassword: 'Maple-Lane-15' })).toEqual({ confirmPassword: 'Passwords do not match' })
  expect(settingsErrors({ ...RIGHT, newPassword: 'maple-lane', confirmPassword: 'maple-lane' })).toEqual({
    newPassword: 'Password must contain at least one number',
  })
})

// covers: V-password-dialog
test('the dialog has its own sentence for each empty field', () => {
  expect(dialogErrors(NO_PASSWORDS)).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
})
