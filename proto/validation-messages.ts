/** Our own default messages for invalid fields, used instead of Zod's where a schema has no message. */
import type { z } from 'zod'
import type { ErrorDetails } from './errors.ts'

type Issue = z.core.$ZodRawIssue

export const UNKNOWN_FIELD = 'Unknown field'
export const MUST_BE = {
  string: 'Must be a text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
  uuid: 'Must be a UUID',
  datetime: 'Must be a time in UTC (ISO 8601)',
  required: 'Is required',
  otherwise: 'Is not valid',
} as const

const mustBe = (kind: string): string => (Object.hasOwn(MUST_BE, kind) ? MUST_BE[kind as keyof typeof MUST_BE] : MUST_BE.otherwise)

function sizeOf(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : ''
  if (issue.code === 'too_big') return `At most ${issue.maximum}${unit}`
  if (issue.origin === 'string' && issue.minimum === 1) return MUST_BE.required
  return issue.inclusive === false ? `Must be more than ${issue.minimum}` : `At least ${issue.minimum}${unit}`
}

const oneOf = (values: readonly unknown[]) => `Must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`

/** Zod's `error` option of a parse; a schema's own message takes precedence. */
export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MUST_BE.required : mustBe(issue.expected)
    case 'too_small':
    case 'too_big':
      return sizeOf(issue)
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
      return Array.isArray(issue.options) ? oneOf(issue.options) : MUST_BE.otherwise
    case 'invalid_format':
      return mustBe(issue.format)
    case 'unrecognized_keys':
      return UNKNOWN_FIELD
    default:
      return MUST_BE.otherwise
  }
}

/** Messages that do not mention their field; all others of the contract do (spec section 5). */
const WITHOUT_FIELD = /^(At (most|least)|Must|Is|Unknown field)\b/
/** The field name before such a message. */
export const FIELD_PREFIX = /^([\w.]+): (?=At|Must|Is|Unknown)/

/** The message of the only invalid field. @returns undefined for none or several */
export function singleErrorMessage(details: ErrorDetails): string | undefined {
  const [first, ...more] = Object.entries(details)
  if (!first || more.length) return undefined
  return withFieldName(...first)
}

/** Puts the field's name before a message that does not mention it. */
export const withFieldName = (field: string, sentence: string): string =>
  WITHOUT_FIELD.test(sentence) ? `${field}: ${sentence}` : sentence
