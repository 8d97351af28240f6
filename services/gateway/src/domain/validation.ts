import { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import type { ErrorDetails } from '#proto/errors.ts'
import { singleErrorMessage, UNKNOWN_FIELD, validationMessage } from '#proto/validation-messages.ts'

/** More than any form of ours has fields. */
const MAX_DETAILS = 20
/** Names of unknown fields come from the client: more characters of one are not repeated to it. Longer than any field's name. */
const MAX_NAME_LENGTH = 100

/**
 * Maps the first twenty fields to their first message (interface: HTTP). Uses a Map because a field may be named `__proto__`.
 */
function issuesToDetails(issues: readonly z.core.$ZodIssue[], whole: string): ErrorDetails {
  const details = new Map<string, string>()
  const say = (path: readonly PropertyKey[], sentence: string) => {
    const field = path.join('.').slice(0, MAX_NAME_LENGTH) || whole
    if (!details.has(field) && details.size < MAX_DETAILS) details.set(field, sentence)
  }
  for (const issue of issues.slice(0, MAX_DETAILS)) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys.slice(0, MAX_DETAILS)) say([...issue.path, key], UNKNOWN_FIELD)
    else say(issue.path, issue.message)
  }
  return Object.fromEntries(details)
}

/** Stops at the maximum of unknown fields, so that a huge object is not validated. */
function manyUnknownFields(schema: z.ZodType, input: unknown): ErrorDetails | undefined {
  if (!(schema instanceof z.ZodObject) || typeof input !== 'object' || input === null) return undefined
  const details = new Map<string, string>()
  for (const key in input) {
    if (!Object.hasOwn(schema.shape, key)) details.set(key.slice(0, MAX_NAME_LENGTH), UNKNOWN_FIELD)
    if (details.size === MAX_DETAILS) return Object.fromEntries(details)
  }
  return undefined
}

type Checked<T> = { readonly data: T; readonly details?: undefined } | { readonly data?: undefined; readonly details: ErrorDetails }

/** @param whole the name used for an error about the input as a whole */
export function check<S extends z.ZodType>(schema: S, input: unknown, whole = 'body'): Checked<z.output<S>> {
  const unknown = manyUnknownFields(schema, input)
  if (unknown) return { details: unknown }
  const parsed = schema.safeParse(input, { error: validationMessage })
  return parsed.success ? { data: parsed.data } : { details: issuesToDetails(parsed.error.issues, whole) }
}

/** PostgreSQL text cannot hold U+0000. For paths, queries and forms; JSON is searched as text (json-text.ts). */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((text) => typeof text === 'string' && text.includes('\u0000'))
}

/** Builds the validation error; a single field message also becomes the error's message. */
export function refuseFields(details: ErrorDetails): AppError {
  const message = singleErrorMessage(details)
  return new AppError('validation_failed', { details, ...(message ? { message } : {}) })
}

/** @throws AppError validation_failed, malformed where a text holds U+0000 */
export function validate<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  if (hasNul(input)) throw new AppError('malformed')
  const { data, details } = check(schema, input)
  if (details) throw refuseFields(details)
  return data as z.output<S>
}
