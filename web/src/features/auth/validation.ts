/** Validates the two forms with the contract's schemas, so that the messages are the server's (spec section 5). */
import { FIELD } from '#proto/limits.ts'
import { LoginForm, RegisterForm } from '#proto/operations/auth.ts'
import { type Errors, errorsOf } from '../../core/form-errors.ts'

export type SignInValues = { readonly username: string; readonly password: string }
export type RegisterValues = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly username: string
  readonly password: string
  readonly confirmPassword: string
}
export const signInErrors = (values: SignInValues): Errors<SignInValues> => errorsOf(LoginForm, values)

/**
 * The schema compares the passwords only if every field is valid. Users should see a mismatch at once, so it is checked again with the
 * other fields filled in.
 */
export function registerErrors(values: RegisterValues): Errors<RegisterValues> {
  const errors = errorsOf(RegisterForm, values)
  if (errors.confirmPassword) return errors
  const alone = { ...FILLED, password: values.password, confirmPassword: values.confirmPassword }
  const mismatch = errors.password
    ? values.password !== values.confirmPassword && errorsOf(RegisterForm, { ...alone, password: FILLED.password }).confirmPassword
    : errorsOf(RegisterForm, alone).confirmPassword
  return mismatch ? { ...errors, confirmPassword: mismatch } : errors
}

const FILLED: RegisterValues = {
  firstName: 'A',
  lastName: 'B',
  email: 'a@example.com',
  username: 'ab',
  password: 'Filled-in-1',
  confirmPassword: '',
}

export type PasswordRule = 'length' | 'number' | 'uppercase' | 'special'

/** Spec section 5: the strength meter's four rules. */
export function passwordRules(password: string): Readonly<Record<PasswordRule, boolean>> {
  return {
    length: password.length >= FIELD.passwordMin,
    number: /\d/.test(password),
    uppercase: /\p{Lu}/u.test(password),
    special: /[^\p{L}\p{N}\s]/u.test(password),
  }
}

/** The number of met rules, 0 to 4. */
export const passwordScore = (password: string): number => Object.values(passwordRules(password)).filter(Boolean).length
