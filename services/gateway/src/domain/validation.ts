import { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import { type FieldIssue, type FieldIssues, toFieldIssue, WITH_CODES } from '#proto/issues.ts'

/** More than any form of ours has fields. */
const MAX_ISSUES = 20
/** Names of unknown fields come from the client: longer ones are cut in the answer. Longer than any field's name. */
const MAX_NAME_LENGTH = 100
const UNKNOWN: FieldIssue = { code: 'unknown_field', params: {} }

/**
 * Maps the first twenty fields to their first issue (docs/product/interface.md, HTTP). Uses a Map because a field may be named `__proto__`.
 */
function fieldIssues(found: readonly z.core.$ZodIssue[], whole: string): FieldIssues {
  const issues = new Map<string, FieldIssue>()
  const add = (path: readonly PropertyKey[], issue: FieldIssue) => {
    const field = path.join('.').slice(0, MAX_NAME_LENGTH) || whole
    if (!issues.has(field) && issues.size < MAX_ISSUES) issues.set(field, issue)
  }
  for (const one of found.slice(0, MAX_ISSUES)) {
    if (one.code === 'unrecognized_keys') for (const key of one.keys.slice(0, MAX_ISSUES)) add([...one.path, key], UNKNOWN)
    else add(one.path, toFieldIssue(one))
  }
  return Object.fromEntries(issues)
}

/** Stops at the maximum of unknown fields, so that a huge object is not validated. */
function manyUnknownFields(schema: z.ZodType, input: unknown): FieldIssues | undefined {
  if (!(schema instanceof z.ZodObject) || typeof input !== 'object' || input === null) return undefined
  const issues = new Map<string, FieldIssue>()
  for (const key in input) {
    if (!Object.hasOwn(schema.shape, key)) issues.set(key.slice(0, MAX_NAME_LENGTH), UNKNOWN)
    if (issues.size === MAX_ISSUES) return Object.fromEntries(issues)
  }
  return undefined
}

type Checked<T> = { readonly data: T; readonly issues?: undefined } | { readonly data?: undefined; readonly issues: FieldIssues }

/** @param whole the name used for an error about the input as a whole */
export function check<S extends z.ZodType>(schema: S, input: unknown, whole = 'body'): Checked<z.output<S>> {
  const unknown = manyUnknownFields(schema, input)
  if (unknown) return { issues: unknown }
  const parsed = schema.safeParse(input, WITH_CODES)
  return parsed.success ? { data: parsed.data } : { issues: fieldIssues(parsed.error.issues, whole) }
}

/** PostgreSQL text cannot hold U+0000. For paths, queries and forms; JSON is searched as text (json-text.ts). */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((text) => typeof text === 'string' && text.includes('\u0000'))
}

/** @throws AppError validation_failed, malformed where a text holds U+0000 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (hasNul(input)) throw new AppError('malformed')
  const { data, issues } = check(schema, input)
  if (issues) throw new AppError('validation_failed', { issues })
  return data as z.output<S>
}
