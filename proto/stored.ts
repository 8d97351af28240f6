/**
 * Schemas for reading what was stored: by this version, by an older one, or by a newer one before a rollback. Input stays strict; one's own data is
 * read tolerantly, because a row that cannot be read breaks every page that shows it.
 */
import { z } from 'zod'

type Defaults<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [K in keyof T]?: Defaults<T[K]> } : T

/**
 * The tolerant twin of a schema, at every depth: unknown keys are dropped, and a field that is missing or does not fit becomes its default, else what
 * is empty for its kind (`null`, `undefined`, no rows). In a list only the elements that fit stay. What has neither default nor empty value still throws.
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
  // A whole object of defaults replaces what is no object at all.
  const whole = read.safeParse(value)
  return whole.success ? read.catch(whole.data as never) : read
}
