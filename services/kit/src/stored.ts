/**
 * Schemas for reading stored data, written by this version, an older one, or a newer one before a rollback. Input stays strict; stored data
 * is read tolerantly, because an unreadable row breaks every page that shows it.
 */
import { z } from 'zod'

type Defaults<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [K in keyof T]?: Defaults<T[K]> } : T

/**
 * Makes a schema tolerant at every depth: unknown keys are dropped, and a missing or invalid field becomes its default, else its type's
 * empty value (`null`, `undefined`, no rows). Lists keep their valid elements. A field with neither default nor empty value still throws.
 */
export function stored<T extends z.ZodType>(schema: T, defaults?: Defaults<z.output<T>>): z.ZodType<z.output<T>> {
  return withDefault(schema, defaults) as z.ZodType<z.output<T>>
}

function tolerant(schema: z.core.$ZodType, defaults: unknown): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const known = (defaults ?? {}) as Readonly<Record<string, unknown>>
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, withDefault(field, known[name])] as const)
    return schema.clone({ ...schema.def, shape: Object.fromEntries(fields), catchall: undefined })
  }
  if (schema instanceof z.ZodNullable) return tolerant(schema.def.innerType, defaults).nullable().catch(null)
  if (schema instanceof z.ZodOptional) return tolerant(schema.def.innerType, defaults).optional().catch(undefined)
  if (schema instanceof z.ZodArray) {
    const element = tolerant(schema.def.element, undefined)
    const fitting = (value: unknown) => (Array.isArray(value) ? value.filter((item) => element.safeParse(item).success) : [])
    return z.preprocess(fitting, schema.clone({ ...schema.def, element }).catch([]))
  }
  return schema as z.ZodType
}

function withDefault(field: z.core.$ZodType, value: unknown): z.ZodType {
  const read = tolerant(field, value)
  if (value === undefined) return read
  // A complete default object replaces a value that is not an object.
  const whole = read.safeParse(value)
  return whole.success ? read.catch(whole.data as never) : read
}
