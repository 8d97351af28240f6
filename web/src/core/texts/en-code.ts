/** The field for a second factor's code, in English. */
export const codeTexts = {
  code: 'Code',
  recoveryCode: 'Recovery code',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
} as const
