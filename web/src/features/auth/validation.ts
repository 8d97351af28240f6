/** Validates the two forms with the contract's schemas, so that the messages are the server's (docs/product/specification.md, 5). */
import { LoginForm, RegisterForm } from '#proto/operations/auth.ts'
import { ResetPasswordForm, ResetRequestForm } from '#proto/operations/passwords.ts'
import { isSamePassword } from '#proto/passwords.ts'
import { type Errors, errorsOf } from '../../core/form-errors.ts'
import { newPasswordErrors } from '../../core/password-strength.ts'

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

type ResetRequestValues = { readonly email: string }
export const resetRequestErrors = (values: ResetRequestValues): Errors<ResetRequestValues> => errorsOf(ResetRequestForm, values)

export type ResetValues = { readonly newPassword: string; readonly confirmPassword: string }
export const resetErrors = (values: ResetValues): Errors<ResetValues> => {
  const { newPassword, confirmPassword } = newPasswordErrors(ResetPasswordForm, { token: '', ...values })
  return { ...(newPassword ? { newPassword } : {}), ...(confirmPassword ? { confirmPassword } : {}) }
}

/**
 * The schema compares the passwords only if every field is valid. Users should see a mismatch immediately, so it is checked again with the
 * other fields filled in.
 */
export function registerErrors(values: RegisterValues): Errors<RegisterValues> {
  const errors = errorsOf(RegisterForm, values)
  if (errors.confirmPassword) return errors
  const alone = { ...FILLED, password: values.password, confirmPassword: values.confirmPassword }
  const mismatch = errors.password
    ? !isSamePassword(values.password, values.confirmPassword) &&
      errorsOf(RegisterForm, { ...alone, password: FILLED.password }).confirmPassword
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
