import { readdirSync } from 'node:fs'
/** Every language is complete: the same files with the same keys, nothing left in English, every error message of the server. */
import { expect, test } from '@jest/globals'
import { LANGUAGES } from '#proto/languages.ts'

const web = new URL('../../', import.meta.url)
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
/** A language's files of texts without their language, as `features/contacts/*-contacts.ts`. */
const filesOf = (language: string) =>
  sources.flatMap((file) => {
    const [folder, name] = [file.slice(0, file.lastIndexOf('/') + 1), file.slice(file.lastIndexOf('/') + 1)]
    return name.startsWith(`${language}-`) && name.endsWith('.ts') ? [`${folder}*${name.slice(language.length)}`] : []
  })
const families = filesOf('en')
const others = LANGUAGES.filter((language) => language !== 'en')
const isErrors = (family: string) => family.endsWith('/*-errors.ts')
const pairs = others.flatMap((language) => families.filter((family) => !isErrors(family)).map((family) => [language, family] as const))

const read = async (language: string, family: string): Promise<unknown> => ({
  ...(await import(new URL(family.replace('*', language), web).href)),
})
type Entry = readonly [path: string, value: unknown]

/** Every text and function of a catalogue with its path. */
function entries(value: unknown, path = ''): Entry[] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, part]) => entries(part, path ? `${path}.${key}` : key))
}

/** Texts that are meant to be the same in both languages: names of the product and plans, and loanwords. */
const SAME_IN_BOTH: readonly RegExp[] = [
  /-page\.ts\..*\.product$/,
  /-formats\.ts\./,
  /\.(product|placeholder)$/,
  // The product's name.
  /^Digital Doorbell$/,
  // The mark is the same one in every language.
  /\.recording\.mark$/,
  /^(Chat|Video|Offline|Live|Code|Premium|Name|System|Standard|Westminster|Marimba|Gong|Details|Desktop|Filter|Optional)$/,
  /^(Passkeys|Push|Service|Status|Support|Token|Webhooks)$/,
]
const isSame = (path: string, text: string) => SAME_IN_BOTH.some((known) => known.test(path) || known.test(text))

test('texts are found in core, in the features and in both apps', () => {
  const places = ['core/texts/', 'features/', 'resident/', 'visitor/']
  expect(places.filter((place) => !families.some((family) => family.startsWith(place)))).toEqual([])
})

test.each(others)('%s has a file for each English one, and no other', (language) => {
  expect(filesOf(language).sort()).toEqual([...families].sort())
})

test.each(pairs)('%s has the same texts and functions as English: %s', async (language, family) => {
  const [english, other] = await Promise.all([read('en', family), read(language, family)])
  const shape = (value: unknown) => entries(value).map(([path, entry]) => [path, typeof entry])
  expect(shape(other)).toEqual(shape(english))
})

test.each(pairs)('nothing is left in English in %s: %s', async (language, family) => {
  const [english, other] = await Promise.all([read('en', family), read(language, family)])
  const translations = new Map(entries(english))
  const untranslated = entries(other).filter(
    ([path, text]) =>
      typeof text === 'string' && /\p{L}{2}/u.test(text) && translations.get(path) === text && !isSame(`${family}.${path}`, text),
  )
  expect(untranslated).toEqual([])
})
