/** Every language says everything: the same keys in every file, nothing left in English, every sentence of the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import type { z } from 'zod'
import { MUST_BE, UNKNOWN_FIELD } from '#proto/complaints.ts'
import { AUDIO_NEEDS_PREMIUM, DOORS_NEED_PREMIUM, ERRORS, INVITE_NOT_NOW, REQUEST_TOO_YOUNG, SOUNDS_NEED_PREMIUM } from '#proto/errors.ts'
import { LANGUAGES } from '#proto/languages.ts'
import { operations } from '#proto/operations/index.ts'
import { sayDetails, sayRefusal, sentenceKey } from '#proto/refusal-words.ts'
import { refusalTexts } from './de-refusals.ts'
import { refusalTexts as englishRefusals } from './en-refusals.ts'

const folder = new URL('./', import.meta.url)
const families = readdirSync(folder).flatMap((file) => /^en-(.+)\.ts$/.exec(file)?.[1] ?? [])
const others = LANGUAGES.filter((language) => language !== 'en')
const pairs = others.flatMap((language) => families.filter((family) => family !== 'refusals').map((family) => [language, family] as const))

const read = async (name: string): Promise<unknown> => ({ ...(await import(new URL(`${name}.ts`, folder).href)) })
type Entry = readonly [path: string, value: unknown]

/** Every text and function of a catalogue with its path. */
function entries(value: unknown, path = ''): Entry[] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, part]) => entries(part, path ? `${path}.${key}` : key))
}

/** Words that are the same in both, and ours to be so: names of the product and of plans, and words that German has taken. */
const SAME: readonly RegExp[] = [
  /^page\..*\.product$/,
  /\.(product|placeholder)$/,
  /\.server\.title$/,
  /^(Chat|Video|Offline|Live|Code|Premium|Name|System|Standard|Westminster|Marimba|Gong|Details|Desktop|Filter)$/,
]
const isSame = (path: string, text: string) => SAME.some((known) => known.test(path) || known.test(text))

test.each(pairs)('%s has the same texts and functions as English: %s', async (language, family) => {
  const [english, other] = await Promise.all([read(`en-${family}`), read(`${language}-${family}`)])
  const shape = (value: unknown) => entries(value).map(([path, entry]) => [path, typeof entry])
  expect(shape(other)).toEqual(shape(english))
})

test.each(pairs)('nothing is left in English in %s: %s', async (language, family) => {
  const [english, other] = await Promise.all([read(`en-${family}`), read(`${language}-${family}`)])
  const words = new Map(entries(english))
  const left = entries(other).filter(
    ([path, text]) => typeof text === 'string' && /\p{L}{2}/u.test(text) && words.get(path) === text && !isSame(`${family}.${path}`, text),
  )
  expect(left).toEqual([])
})

/** The sentences that a schema itself gives, wherever they stand in it. */
function sentencesOf(schema: z.ZodType, seen = new Set<unknown>()): string[] {
  const found: string[] = []
  const say = (error: unknown) => {
    const said = typeof error === 'function' ? error({ code: 'custom', input: undefined, path: [], message: '' }) : undefined
    const text = typeof said === 'object' && said !== null ? (said as { message?: unknown }).message : said
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
    say(def.error)
    for (const [key, inner] of Object.entries(def)) {
      if (key === 'shape' || key === 'checks' || typeof inner === 'object') walk(inner)
      if (key === 'getter' && typeof inner === 'function') walk(inner())
    }
  }
  walk(schema)
  return found
}

const contractSentences = [...new Set(operations.filter(({ http }) => http).flatMap(({ input }) => sentencesOf(input)))]

test('the contract’s sentences are found at all', () => {
  expect(contractSentences).toEqual(expect.arrayContaining(['Name is required', 'Invalid email address', 'At most 100 characters']))
})

test('every sentence of the contract about a field has one in German', () => {
  const missing = contractSentences.map(sentenceKey).filter((key) => !Object.hasOwn(refusalTexts.sentences, key))
  expect([...new Set(missing)]).toEqual([])
})

/** Sentences that a service gives a refusal where it throws one. */
function spokenByServices(): string[] {
  const services = new URL('../../../../services/', import.meta.url)
  const files = readdirSync(services, { recursive: true, encoding: 'utf8' }).filter((file) => /^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(file))
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, services), 'utf8').matchAll(/(?:new Refusal|invalidField)\('[^\n]*/g)].flatMap(([thrown]) =>
      [...thrown.matchAll(/(?<=: |, )'([A-Z][^']+)'/g)].map((match) => match[1] ?? ''),
    ),
  )
}

test('every sentence about a field that has no words in its form has one in German, and keeps the field’s name', () => {
  const sized = ['At least 5', 'At least 5 characters', 'At least 5 entries', 'At most 5 entries', 'Must be more than 0']
  const sentences = [UNKNOWN_FIELD, ...Object.values(MUST_BE), ...sized]
  expect(sentences.filter((sentence) => !Object.hasOwn(refusalTexts.sentences, sentenceKey(sentence)))).toEqual([])
  expect(sayRefusal(refusalTexts, 'validation_failed', 'limit: At least 1')).toBe('limit: Mindestens 1')
  expect(sayRefusal(refusalTexts, 'validation_failed', 'strange: Must be one of a, b')).toBe('Bitte prüfen Sie die markierten Felder.')
})

test('every sentence that a service gives a refusal has one in German', () => {
  const spoken = spokenByServices()
  expect(spoken).toEqual(expect.arrayContaining(['You have already answered this ring.', 'Unknown time zone.']))
  expect(spoken.filter((sentence) => !Object.hasOwn(refusalTexts.sentences, sentenceKey(sentence)))).toEqual([])
})

test('every refusal and every variant of one has its sentence in German', () => {
  expect(Object.keys(refusalTexts.codes).sort()).toEqual(Object.keys(ERRORS).sort())
  for (const variant of [AUDIO_NEEDS_PREMIUM, DOORS_NEED_PREMIUM, SOUNDS_NEED_PREMIUM, INVITE_NOT_NOW, REQUEST_TOO_YOUNG])
    expect(Object.keys(refusalTexts.sentences)).toContain(sentenceKey(variant))
})

test('a number in a sentence is kept, an unknown sentence is said by its code, a field’s by a general one', () => {
  expect(sayDetails(refusalTexts, { a: 'At most 100 characters', b: 'Brand new' })).toEqual({
    a: 'Höchstens 100 Zeichen',
    b: 'Bitte prüfen Sie diese Angabe.',
  })
  expect(sayRefusal(refusalTexts, 'limited', 'Some new words')).toBe('Zu viele Anfragen. Bitte warten Sie einen Moment.')
  expect(sayRefusal(refusalTexts, 'unknown', '502: Bad Gateway')).toBe('502: Bad Gateway')
  expect(sayRefusal(refusalTexts, 'toString', 'x')).toBe('x')
})

test('in English the server’s words stand as they came', () => {
  expect(sayRefusal(englishRefusals, 'limited', 'Too many.')).toBe('Too many.')
  expect(sayDetails(englishRefusals, { a: 'At most 5' })).toEqual({ a: 'At most 5' })
})
