/** The errors of the two password forms (docs/product/specification.md, 5): the same policy, worded as each form specifies. */
import { FIELD } from '#proto/limits.ts'
import { ChangePasswordForm } from '#proto/operations/passwords.ts'
import type { Errors } from '../../core/form-errors.ts'
import { newPasswordErrors } from '../../core/password-strength.ts'
import { dialogTexts } from './en-security-dialogs.ts'

export type PasswordValues = { readonly currentPassword: string; readonly newPassword: string; readonly confirmPassword: string }
export const NO_PASSWORDS: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' }

export const dialogErrors = (values: PasswordValues): Errors<PasswordValues> => newPasswordErrors(ChangePasswordForm, values)

/** In Settings each of the three is at least 8 characters long, with this form's own sentence. */
export function settingsErrors(values: PasswordValues): Errors<PasswordValues> {
  const short = Object.entries(values).filter(([, value]) => value.length < FIELD.passwordMin)
  return { ...dialogErrors(values), ...Object.fromEntries(short.map(([field]) => [field, dialogTexts.password.tooShort])) }
}
