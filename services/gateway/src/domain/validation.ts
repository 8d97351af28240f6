import type { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'
import { complaintOf, onlyComplaint, UNKNOWN_FIELD } from '#proto/complaints.ts'
import type { ErrorDetails } from '#proto/errors.ts'

/** Field → sentence, the first complaint of each field (interface: HTTP). A field may be called as what every object has: `__proto__`. */
function issuesToDetails(issues: readonly z.core.$ZodIssue[], whole: string): ErrorDetails {
  const details = new Map<string, string>()
  const say = (field: string, sentence: string) => void (details.has(field) || details.set(field, sentence))
  for (const issue of issues) {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) say([...path, key].join('.'), UNKNOWN_FIELD)
    else say(path.join('.') || whole, issue.message)
  }
  return Object.fromEntries(details)
}

type Checked<T> = { readonly data: T; readonly details?: undefined } | { readonly data?: undefined; readonly details: ErrorDetails }

/** @param whole what the input is called where the complaint is about all of it */
export function check<S extends z.ZodType>(schema: S, input: unknown, whole = 'body'): Checked<z.output<S>> {
  const parsed = schema.safeParse(input, { error: complaintOf })
  return parsed.success ? { data: parsed.data } : { details: issuesToDetails(parsed.error.issues, whole) }
}

/** PostgreSQL keeps no U+0000 in text, and nobody types one. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, entry]) => hasNul(key) || hasNul(entry))
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
