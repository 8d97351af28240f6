import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { complaintOf, onlyComplaint, UNKNOWN_FIELD } from '#proto/complaints.ts'
import type { ErrorDetails } from '#proto/errors.ts'

/** More than any form of ours has fields. */
const MOST_DETAILS = 20
/** Longer than any field's name. */
const LONGEST_NAME = 100

/**
 * Field → sentence, the first complaint of each field (interface: HTTP), of the first twenty fields. A field may be called as what every object
 * has: `__proto__`.
 */
function issuesToDetails(issues: readonly z.core.$ZodIssue[], whole: string): ErrorDetails {
  const details = new Map<string, string>()
  const say = (path: readonly PropertyKey[], sentence: string) => {
    const field = path.join('.').slice(0, LONGEST_NAME) || whole
    if (!details.has(field) && details.size < MOST_DETAILS) details.set(field, sentence)
  }
  for (const issue of issues.slice(0, MOST_DETAILS)) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys.slice(0, MOST_DETAILS)) say([...issue.path, key], UNKNOWN_FIELD)
    else say(issue.path, issue.message)
  }
  return Object.fromEntries(details)
}

/** More unknown fields than are named are not looked at, nor is anything else then. */
function manyUnknownFields(schema: z.ZodType, input: unknown): ErrorDetails | undefined {
  if (!(schema instanceof z.ZodObject) || typeof input !== 'object' || input === null) return undefined
  const details = new Map<string, string>()
  for (const key in input) {
    if (!Object.hasOwn(schema.shape, key)) details.set(key.slice(0, LONGEST_NAME), UNKNOWN_FIELD)
    if (details.size === MOST_DETAILS) return Object.fromEntries(details)
  }
  return undefined
}

type Checked<T> = { readonly data: T; readonly details?: undefined } | { readonly data?: undefined; readonly details: ErrorDetails }

/** @param whole what the input is called where the complaint is about all of it */
export function check<S extends z.ZodType>(schema: S, input: unknown, whole = 'body'): Checked<z.output<S>> {
  const unknown = manyUnknownFields(schema, input)
  if (unknown) return { details: unknown }
  const parsed = schema.safeParse(input, { error: complaintOf })
  return parsed.success ? { data: parsed.data } : { details: issuesToDetails(parsed.error.issues, whole) }
}

/** PostgreSQL keeps no U+0000 in text, and nobody types one. A path, a query or a form; of JSON the text is searched (json-text.ts). */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((text) => typeof text === 'string' && text.includes('\u0000'))
}

/** A single complaint becomes the message, with its field's name where its sentence has none. */
export function refuseFields(details: ErrorDetails): Refusal {
  const message = onlyComplaint(details)
  return new Refusal('validation_failed', { details, ...(message ? { message } : {}) })
}

/** @throws Refusal validation_failed, malformed where a text holds U+0000 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (hasNul(input)) throw new Refusal('malformed')
  const { data, details } = check(schema, input)
  if (details) throw refuseFields(details)
  return data as z.output<S>
}
