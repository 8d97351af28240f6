/**
 * Arbitraries of fast-check drawn from the contract's zod schemas: valid input, with edge values more often than by
 * chance.
 */
import fc from 'fast-check'
import type { z } from 'zod'
import { textsUpTo } from './texts.ts'

/** Generators by field name, for schemas whose values are defined by code (refinements, transformations). */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>
type Bounds = { min: number; max: number; readonly patterns: RegExp[] }

/** A schema that refuses so many values in a row needs a hint. */
const MAX_TRIES = 2_000
const FREE_TEXT = 600
const INT31 = 2_147_483_647

const fits = (schema: z.core.$ZodType, value: unknown) => (schema as z.ZodType).safeParse(value).success

/** @throws Error naming the field, because a filter that refuses every value would hang */
function thatFit(schema: z.core.$ZodType, values: fc.Arbitrary<unknown>, path: string): fc.Arbitrary<unknown> {
  let misses = 0
  return values.filter((value) => {
    const fit = fits(schema, value)
    misses = fit ? 0 : misses + 1
    if (misses > MAX_TRIES) throw new Error(`no valid value for ${path}: add a hint for it in scripts/testing/generate/rules.ts`)
    return fit
  })
}

function boundsOf(def: { readonly checks?: readonly z.core.$ZodCheck[] | undefined }, widest: readonly [number, number]): Bounds {
  const bounds: Bounds = { min: widest[0], max: widest[1], patterns: [] }
  for (const check of def.checks ?? []) {
    const rule = (check as z.core.$ZodChecks)._zod.def
    if (rule.check === 'min_length') bounds.min = Math.max(bounds.min, rule.minimum)
    if (rule.check === 'max_length') bounds.max = Math.min(bounds.max, rule.maximum)
    if (rule.check === 'greater_than') bounds.min = Math.max(bounds.min, Number(rule.value) + (rule.inclusive ? 0 : 1))
    if (rule.check === 'less_than') bounds.max = Math.min(bounds.max, Number(rule.value) - (rule.inclusive ? 0 : 1))
    if (rule.check === 'string_format' && rule.pattern) bounds.patterns.push(rule.pattern)
  }
  return bounds
}

const isoDates = fc
  .oneof(
    fc.date({ min: new Date('2024-01-01'), max: new Date('2031-12-31'), noInvalidDate: true }),
    fc.constantFrom(new Date('2028-02-29T00:00:00Z'), new Date('2026-12-31T23:59:59.999Z'), new Date('2027-03-28T01:00:00Z')),
  )
  .map((date) => date.toISOString())
const emails = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/), fc.constantFrom('', '+door', '.o', '-x'), fc.nat(999_999))
  .map(([name, tag, number]) => `${name}${tag}${number}@example.org`)

function texts(schema: z.core.$ZodString, path: string): fc.Arbitrary<unknown> {
  const { def } = schema._zod
  const format = (def as { readonly format?: string }).format
  if (format === 'email') return emails
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return isoDates.map((time) => time.slice(0, 10))
  if (format === 'datetime') return isoDates
  const { min, max, patterns } = boundsOf(def, [0, FREE_TEXT])
  const [pattern] = patterns
  const free = pattern ? fc.stringMatching(pattern) : textsUpTo(max)
  return thatFit(schema, patterns.length === 1 || min === 0 ? free : fc.oneof(free, fc.constant('x'.repeat(Math.max(1, min)))), path)
}

function numbers(schema: z.core.$ZodNumber): fc.Arbitrary<number> {
  const { min, max } = boundsOf(schema._zod.def, [-INT31, INT31])
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
}

function objects(schema: z.core.$ZodObject, hints: Hints, path: string): fc.Arbitrary<unknown> {
  const { shape, checks } = schema._zod.def
  const fields = Object.entries(shape).map(([key, field]) => [key, hints[key] ?? valuesOf(field, hints, `${path}.${key}`)] as const)
  const needed = Object.keys(shape).filter((key) => shape[key]?._zod.optin !== 'optional')
  const values = fc.record(Object.fromEntries(fields), { requiredKeys: needed, noNullPrototype: true })
  return checks?.length ? thatFit(schema, values, path) : values
}

/**
 * @param path the name of a schema without values @returns values that the schema accepts, as they are sent: before defaults and
 * transformations
 */
export function valuesOf(schema: z.core.$ZodType, hints: Hints = {}, path = 'value'): fc.Arbitrary<unknown> {
  const of = (inner: z.core.$ZodType) => valuesOf(inner, hints, path)
  const known = schema as z.core.$ZodTypes
  const { def } = known._zod
  switch (def.type) {
    case 'object':
      return objects(known as z.core.$ZodObject, hints, path)
    case 'string':
      return texts(known as z.core.$ZodString, path)
    case 'number':
      return numbers(known as z.core.$ZodNumber)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'array': {
      const { min, max } = boundsOf(def, [0, 60])
      const element = of(def.element)
      const some = fc.array(element, { minLength: min, maxLength: max })
      return thatFit(schema, fc.oneof(some, fc.array(element, { minLength: max, maxLength: max })), path)
    }
    case 'nullable':
      return fc.option(of(def.innerType), { freq: 4 })
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return of(def.innerType)
    case 'union':
      return fc.oneof(...def.options.map(of))
    case 'pipe':
      return thatFit(schema, fc.oneof(...[def.in, def.out].filter((side) => side._zod.def.type !== 'transform').map(of)), path)
    case 'record':
      return fc.dictionary(
        fc.string({ maxLength: 20 }).map((key) => `k${key}`.replaceAll('\0', '')),
        fc.jsonValue({ maxDepth: 2 }),
        { maxKeys: 5 },
      )
    case 'custom':
      return thatFit(
        schema,
        fc.oneof(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }), textsUpTo(FREE_TEXT)),
        path,
      )
    case 'unknown':
      return fc.jsonValue({ maxDepth: 3 })
    default:
      throw new Error(`no values for ${path}: a schema of type ${def.type} is new here`)
  }
}
