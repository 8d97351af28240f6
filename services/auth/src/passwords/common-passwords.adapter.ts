import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The list of 49,000 passwords, most common first, that the zxcvbn estimator ships (record 0047): in memory once, in auth alone.
 * @returns whether a lower-case word is on it
 */
export function openCommonPasswords(): (word: string) => boolean {
  const words = new Set(dictionary['passwords-common'])
  return (word) => words.has(word)
}
