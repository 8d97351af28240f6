/** The first signs, all verify: a new one is put before the old one, until everything signed with the old one has expired (record 0045). */
export type SigningKeys = string | readonly string[]

export const keysOf = (given: SigningKeys): readonly string[] => (typeof given === 'string' ? [given] : given)

/** @throws Error without a key */
export function signingKey(given: SigningKeys): string {
  const [first] = keysOf(given)
  if (first === undefined) throw new Error('there is no key to sign with')
  return first
}
