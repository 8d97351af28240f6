/** Every language is complete: the same files with the same keys, nothing left in English, every error message of the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import type { z } from 'zod'
import { sentenceKey, translateError, translateErrorDetails } from '#proto/error-messages.ts'
import { AUDIO_NEEDS_PREMIUM, DOORS_NEED_PREMIUM, ERRORS, INVITE_NOT_NOW, REQUEST_TOO_YOUNG, SOUNDS_NEED_PREMIUM } from '#proto/errors.ts'
import { LANGUAGES } from '#proto/languages.ts'
import { operations } from '#proto/operations/index.ts'
import { MUST_BE, UNKNOWN_FIELD } from '#proto/validation-messages.ts'
import { errorTexts } from './de-errors.ts'
import { errorTexts as englishErrors } from './en-errors.ts'

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
  /^(Chat|Video|Offline|Live|Code|Premium|Name|System|Standard|Westminster|Marimba|Gong|Details|Desktop|Filter)$/,
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

/** Collects the error messages of a schema and of its parts. */
function sentencesOf(schema: z.ZodType, seen = new Set<unknown>()): string[] {
  const found: string[] = []
  const addSentence = (error: unknown) => {
    const message = typeof error === 'function' ? error({ code: 'custom', input: undefined, path: [], message: '' }) : undefined
    const text = typeof message === 'object' && message !== null ? (message as { message?: unknown }).message : message
    if (typeof text === 'string') found.push(text)
  }
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const def = (part as { _zod?: { def?: Record<string, unknown> } })._zod?.def
    if (!def) {
      for (const inner of Array.isArray(part) ? part : Object.values(part)) walk(inner)
      return
    }
    addSentence(def.error)
    for (const [key, inner] of Object.entries(def)) {
      if (key === 'shape' || key === 'checks' || typeof inner === 'object') walk(inner)
      if (key === 'getter' && typeof inner === 'function') walk(inner())
    }
  }
  walk(schema)
  return found
}

const contractSentences = [...new Set(operations.filter(({ http }) => http).flatMap(({ input }) => sentencesOf(input)))]

test("the contract's error messages are found", () => {
  expect(contractSentences).toEqual(expect.arrayContaining(['Name is required', 'Invalid email address', 'At most 100 characters']))
})

test('every field error of the contract has a German translation', () => {
  const missing = contractSentences.map(sentenceKey).filter((key) => !Object.hasOwn(errorTexts.sentences, key))
  expect([...new Set(missing)]).toEqual([])
})

/** Collects the messages that services pass where they throw an AppError. */
function sentencesOfServices(): string[] {
  const services = new URL('../../../../services/', import.meta.url)
  const files = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter((file) => /^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(file))
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, services), 'utf8').matchAll(/(?:new AppError|invalidField)\('[^\n]*/g)].flatMap(([thrown]) =>
      [...thrown.matchAll(/(?<=: |, )'([A-Z][^']+)'/g)].map((match) => match[1] ?? ''),
    ),
  )
}

test('every general field error has a German translation', () => {
  const sized = ['At least 5', 'At least 5 characters', 'At least 5 entries', 'At most 5 entries', 'Must be more than 0']
  const sentences = [UNKNOWN_FIELD, ...Object.values(MUST_BE), ...sized]
  expect(sentences.filter((sentence) => !Object.hasOwn(errorTexts.sentences, sentenceKey(sentence)))).toEqual([])
  expect(translateError(errorTexts, 'validation_failed', 'limit: At least 1')).toBe('limit: Mindestens 1')
  expect(translateError(errorTexts, 'validation_failed', 'strange: Must be one of a, b')).toBe('Bitte prüfen Sie die markierten Felder.')
})

test('every message that a service throws has a German translation', () => {
  const sentences = sentencesOfServices()
  expect(sentences).toEqual(expect.arrayContaining(['You have already answered this ring.', 'Unknown time zone.']))
  expect(sentences.filter((sentence) => !Object.hasOwn(errorTexts.sentences, sentenceKey(sentence)))).toEqual([])
})

test('every error code and its variants have a German translation', () => {
  expect(Object.keys(errorTexts.codes).sort()).toEqual(Object.keys(ERRORS).sort())
  for (const variant of [AUDIO_NEEDS_PREMIUM, DOORS_NEED_PREMIUM, SOUNDS_NEED_PREMIUM, INVITE_NOT_NOW, REQUEST_TOO_YOUNG])
    expect(Object.keys(errorTexts.sentences)).toContain(sentenceKey(variant))
})

test('unknown messages fall back to the translation of their code', () => {
  expect(translateErrorDetails(errorTexts, { a: 'At most 100 characters', b: 'Brand new' })).toEqual({
    a: 'Höchstens 100 Zeichen',
    b: 'Bitte prüfen Sie diese Angabe.',
  })
  expect(translateError(errorTexts, 'limited', 'Some new words')).toBe('Zu viele Anfragen. Bitte warten Sie einen Moment.')
  expect(translateError(errorTexts, 'unknown', '502: Bad Gateway')).toBe('502: Bad Gateway')
  expect(translateError(errorTexts, 'toString', 'x')).toBe('x')
})

test("in English the server's messages are unchanged", () => {
  expect(translateError(englishErrors, 'limited', 'Too many.')).toBe('Too many.')
  expect(translateErrorDetails(englishErrors, { a: 'At most 5' })).toEqual({ a: 'At most 5' })
})
