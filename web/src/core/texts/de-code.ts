/** The field for a second factor's code, in German. */
import type { codeTexts as english } from './en-code.ts'
import type { TranslationOf } from './translation-of.ts'

export const codeTexts: TranslationOf<typeof english> = {
  code: 'Sechsstelliger Code',
  recoveryCode: 'Wiederherstellungscode',
  useRecovery: 'Wiederherstellungscode benutzen',
  useApp: 'Authenticator-App benutzen',
}
