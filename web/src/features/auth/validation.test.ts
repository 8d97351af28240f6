import { expect, test } from '@jest/globals'
import { registerErrors, signInErrors } from './validation.ts'

const right = {
  firstName: 'Nora',
  lastName: 'Lindqvist',
  email: 'nora@example.com',
  username: 'nora',
  password: 'Maple-Lane-14',
  confirmPassword: 'Maple-Lane-14',
}

// covers: V-login
test('an empty sign-in has errors on both fields', () => {
  expect(signInErrors({ username: ' ', password: '' })).toEqual({ username: 'Username is required', password: 'Password is required' })
  expect(signInErrors({ username: 'nora', password: 'x' })).toEqual({})
})

// covers: V-register
test('an empty registration has the specified error on every field', () => {
  expect(registerErrors({ firstName: '', lastName: '', email: '', username: '', password: '', confirmPassword: '' })).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    username: 'Username is required',
    password: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
})

test('a valid registration has no errors', () => {
  expect(registerErrors(right)).toEqual({})
})

// covers: V-register-email
test('an invalid address and a weak password have the specified errors', () => {
  expect(registerErrors({ ...right, email: 'nora@' }).email).toBe('Invalid email address')
  expect(registerErrors({ ...right, password: 'maple-lane', confirmPassword: 'maple-lane' }).password).toBe(
    'Password must contain at least one number',
  )
})

// covers: V-register-match
test('differing passwords are an error even if other fields are invalid', () => {
  expect(registerErrors({ ...right, confirmPassword: 'other' })).toEqual({ confirmPassword: 'Passwords do not match' })
  expect(registerErrors({ ...right, email: '', username: '', confirmPassword: 'other' }).confirmPassword).toBe('Passwords do not match')
  expect(registerErrors({ ...right, email: '', password: 'short', confirmPassword: 'other' }).confirmPassword).toBe(
    'Passwords do not match',
  )
  expect(registerErrors({ ...right, password: 'short', confirmPassword: 'short' })).toEqual({
    password: 'Password must be at least 8 characters',
  })
})
