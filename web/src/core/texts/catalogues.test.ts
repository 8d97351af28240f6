/** Every language is complete: the same keys in every file, nothing left in English. */
import { readdirSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { LANGUAGES } from '#proto/languages.ts'

const folder = new URL('./', import.meta.url)
const families = readdirSync(folder).flatMap((file) => /^en-(.+)\.ts$/.exec(file)?.[1] ?? [])
const others = LANGUAGES.filter((language) => language !== 'en')
const pairs = others.flatMap((language) => families.filter((family) => family !== 'errors').map((family) => [language, family] as const))

const read = async (name: string): Promise<unknown> => ({ ...(await import(new URL(`${name}.ts`, folder).href)) })
type Entry = readonly [path: string, value: unknown]

/** Every text and function of a catalogue with its path. */
function entries(value: unknown, path = ''): Entry[] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, part]) => entries(part, path ? `${path}.${key}` : key))
}

/** Texts that are meant to be the same in both languages: names of the product and plans, and loanwords. */
const SAME_IN_BOTH: readonly RegExp[] = [
  /^page\..*\.product$/,
  /^formats\./,
  /\.(product|placeholder)$/,
  /^(Chat|Video|Offline|Live|Code|Premium|Name|System|Standard|Westminster|Marimba|Gong|Details|Desktop|Filter)$/,
]
const isSame = (path: string, text: string) => SAME_IN_BOTH.some((known) => known.test(path) || known.test(text))

test.each(pairs)('%s has the same texts and functions as English: %s', async (language, family) => {
  const [english, other] = await Promise.all([read(`en-${family}`), read(`${language}-${family}`)])
  const shape = (value: unknown) => entries(value).map(([path, entry]) => [path, typeof entry])
  expect(shape(other)).toEqual(shape(english))
})

test.each(pairs)('nothing is left in English in %s: %s', async (language, family) => {
  const [english, other] = await Promise.all([read(`en-${family}`), read(`${language}-${family}`)])
  const translations = new Map(entries(english))
  const untranslated = entries(other).filter(
    ([path, text]) =>
      typeof text === 'string' && /\p{L}{2}/u.test(text) && translations.get(path) === text && !isSame(`${family}.${path}`, text),
  )
  expect(untranslated).toEqual([])
})
