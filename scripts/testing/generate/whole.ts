/** Values with every field that a schema has, so that a test or a fuzzer reaches each of them, also in nested objects. */
import fc from 'fast-check'
import type { z } from 'zod'
import { type Hints, valuesOf } from './values.ts'

export type Path = readonly (string | number)[]
type Member = [string, unknown]

const one = (values: fc.Arbitrary<unknown>) => fc.sample(values, { numRuns: 1, seed: 1 })

/** The first value of each field, and one more object for each further variant of a field. */
function objects(fields: readonly (readonly [string, readonly unknown[]])[]): unknown[] {
  const first = fields.map(([name, [value]]): Member => [name, value])
  const others = fields.flatMap(([name, [, ...variants]]) =>
    variants.map((variant) => first.map(([other, value]): Member => [other, other === name ? variant : value])),
  )
  return [first, ...others].map((members) => Object.fromEntries(members))
}

/** @returns values that together have every field of every option; lists have one entry */
export function wholeValuesOf(schema: z.core.$ZodType, hints: Hints = {}): unknown[] {
  const of = (inner: z.core.$ZodType) => wholeValuesOf(inner, hints)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objects(Object.entries(def.shape).map(([name, field]) => [name, hints[name] ? one(hints[name]) : of(field)] as const))
    case 'array':
      return of(def.element).map((value) => [value])
    case 'union':
      return def.options.flatMap(of)
    case 'pipe': {
      const sides = [def.in, def.out].filter((side) => side._zod.def.type !== 'transform')
      return sides.flatMap(of).filter((value) => (schema as z.ZodType).safeParse(value).success)
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return of(def.innerType)
    default:
      return one(valuesOf(schema, hints))
  }
}

/** @returns where the fields and entries of a value are, also the nested ones */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return inner.flatMap(([name, item]) => [[...path, name], ...pathsOf(item, [...path, name])])
}

export const textPaths = (value: unknown): Path[] => pathsOf(value).filter((path) => typeof valueAt(value, path) === 'string')

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], value)

/** @returns a copy with another value in one place */
export function withValueAt(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement
  if (Array.isArray(value)) return value.map((item, at) => (at === name ? withValueAt(item, rest, replacement) : item))
  return { ...(value as object), [name]: withValueAt((value as Record<string, unknown>)[name], rest, replacement) }
}
