/** Values with every field that a schema has, so that a test or a fuzzer reaches each of them, also in nested objects. */
import fc from 'fast-check'
import type { z } from 'zod'
import { valuesOf } from './values.ts'

export type Path = readonly (string | number)[]
type Member = [string, unknown]

/** The first value of each field, and one more object for each further variant of a field. */
function objects(fields: readonly (readonly [string, readonly unknown[]])[]): unknown[] {
  const first = fields.map(([name, [value]]): Member => [name, value])
  const others = fields.flatMap(([name, [, ...variants]]) =>
    variants.map((variant) => first.map(([other, value]): Member => [other, other === name ? variant : value])),
  )
  return [first, ...others].map((members) => Object.fromEntries(members))
}

/** @returns values that together have every field of every option; lists have one entry */
export function wholeValuesOf(schema: z.core.$ZodType): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objects(Object.entries(def.shape).map(([name, field]) => [name, wholeValuesOf(field)] as const))
    case 'array':
      return wholeValuesOf(def.element).map((value) => [value])
    case 'union':
      return def.options.flatMap(wholeValuesOf)
    case 'pipe': {
      const sides = [def.in, def.out].filter((side) => side._zod.def.type !== 'transform')
      return sides.flatMap(wholeValuesOf).filter((value) => (schema as z.ZodType).safeParse(value).success)
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return wholeValuesOf(def.innerType)
    default:
      return fc.sample(valuesOf(schema), { numRuns: 1, seed: 1 })
  }
}

/** @returns where the texts of a value are */
export function textPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (Array.isArray(value)) return value.flatMap((item, at) => textPaths(item, [...path, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => textPaths(item, [...path, name]))
}

/** @returns a copy with another value in one place */
export function withValueAt(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement
  if (Array.isArray(value)) return value.map((item, at) => (at === name ? withValueAt(item, rest, replacement) : item))
  return { ...(value as object), [name]: withValueAt((value as Record<string, unknown>)[name], rest, replacement) }
}
