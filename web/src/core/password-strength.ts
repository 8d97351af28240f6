/** The rules of a new password as the pages show them while it is typed (docs/product/specification.md, 5); the server decides. */
import type { z } from 'zod'
import { issueSentence } from '#proto/issues.ts'
import { FIELD } from '#proto/limits.ts'
import { isSamePassword, normalizePassword } from '#proto/passwords.ts'
import { issueText } from './error-texts.ts'
import { type Errors, errorsOf } from './form-errors.ts'
import { errorTexts } from './texts/en-errors.ts'

export type PasswordRule = 'length' | 'number' | 'uppercase' | 'special'

/** docs/product/specification.md, 5: the strength meter's four rules. */
export function passwordRules(typed: string): Readonly<Record<PasswordRule, boolean>> {
  const password = normalizePassword(typed)
  return {
    length: password.length >= FIELD.passwordMin,
    number: /\d/.test(password),
    uppercase: /\p{Lu}/u.test(password),
    special: /[^\p{L}\p{N}\s]/u.test(password),
  }
}

/** The number of met rules, 0 to 4. */
export const passwordScore = (password: string): number => Object.values(passwordRules(password)).filter(Boolean).length

const DIFFERS = { code: 'confirm_differs', params: {} } as const

type NewPasswordValues = { readonly newPassword: string; readonly confirmPassword: string }

/** The schema compares the two passwords only once every other field is valid; a mismatch is shown immediately. */
export function newPasswordErrors<V extends NewPasswordValues>(schema: z.ZodType, values: V): Errors<V> {
  const errors = errorsOf(schema, values)
  if (errors.confirmPassword || isSamePassword(values.newPassword, values.confirmPassword)) return errors
  return { ...errors, confirmPassword: issueText(errorTexts, DIFFERS) ?? issueSentence(DIFFERS) }
}
