/** A password's fields, strength and rules, in English (docs/product/specification.md, 5). */
export const passwordTexts = {
  current: 'Current password',
  next: 'New password',
  confirm: 'Confirm password',
  show: 'Show password',
  hide: 'Hide password',
  strength: ['Very weak', 'Weak', 'Medium', 'Strong', 'Very strong'],
  strengthLabel: (word: string) => `Password strength: ${word}`,
  rules: { length: 'At least 8 characters', number: 'One number', uppercase: 'One uppercase letter', special: 'One special character' },
  ruleMet: 'met',
  ruleOpen: 'still missing',
} as const
