/**
 * The form in which passwords are checked, hashed and compared: keyboards and paste send one letter in several forms (NIST SP 800-63B-4,
 * 3.1.1.2; Unicode Standard Annex 15). The typed text is not changed otherwise.
 */
export const normalizePassword = (typed: string): string => typed.normalize('NFKC')

export const isSamePassword = (one: string, other: string): boolean => normalizePassword(one) === normalizePassword(other)
