/** What is said of a bad field where its schema has no words of its own: sentences of ours, in place of the checking library's. */
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

const said = (kind: string): string => (Object.hasOwn(MUST_BE, kind) ? MUST_BE[kind as keyof typeof MUST_BE] : MUST_BE.otherwise)

function sizeOf(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : ''
  if (issue.code === 'too_big') return `At most ${issue.maximum}${unit}`
  if (issue.origin === 'string' && issue.minimum === 1) return MUST_BE.required
  return issue.inclusive === false ? `Must be more than ${issue.minimum}` : `At least ${issue.minimum}${unit}`
}

const oneOf = (values: readonly unknown[]) => `Must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`

/** Given to a check as its `error`: the words a schema has itself go before. */
export function complaintOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MUST_BE.required : said(issue.expected)
    case 'too_small':
    case 'too_big':
      return sizeOf(issue)
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
      return Array.isArray(issue.options) ? oneOf(issue.options) : MUST_BE.otherwise
    case 'invalid_format':
      return said(issue.format)
    case 'unrecognized_keys':
      return UNKNOWN_FIELD
    default:
      return MUST_BE.otherwise
  }
}

/** These speak of no field; any other sentence of the contract does (spec section 5). */
const NAMELESS = /^(At (most|least)|Must|Is|Unknown field)\b/
/** Such a sentence with its field before it. */
export const NAMED = /^([\w.]+): (?=At|Must|Is|Unknown)/

/** A refusal's message where there is one complaint alone. @returns undefined for none or several */
export function onlyComplaint(details: ErrorDetails): string | undefined {
  const [first, ...more] = Object.entries(details)
  if (!first || more.length) return undefined
  return nameField(...first)
}

/** A sentence that is heard without its field beside it. */
export const nameField = (field: string, sentence: string): string => (NAMELESS.test(sentence) ? `${field}: ${sentence}` : sentence)
