/**
 * The issues of one field of an input: a code with parameters, which clients translate, and the English sentence that is sent
 * with it (docs/product/interface.md, HTTP, `issues` and `details`; docs/product/specification.md, 5 where it has the sentence). Schemas
 * name a code in place of a message; a check without one gets the general code of its kind.
 */
import type { z } from 'zod'
import { FIELD } from './limits.ts'
import { fillPlaceholders } from './placeholders.ts'

/** Sentences that do not name their field. */
const GENERAL = {
  required: 'Is required',
  unknown_field: 'Unknown field',
  invalid: 'Is not valid',
  not_text: 'Must be a text',
  not_number: 'Must be a number',
  not_integer: 'Must be a whole number',
  not_boolean: 'Must be true or false',
  not_list: 'Must be a list',
  not_object: 'Must be an object',
  not_uuid: 'Must be a UUID',
  not_utc_time: 'Must be a time in UTC (ISO 8601)',
  not_value: 'Must be {values}',
  not_one_of: 'Must be one of {values}',
  too_long: 'At most {max} characters',
  too_short: 'At least {min} characters',
  too_many: 'At most {max} entries',
  too_few: 'At least {min} entries',
  too_large: 'At most {max}',
  too_small: 'At least {min}',
  not_above: 'Must be more than {min}',
  too_many_lines: 'At most {max} lines',
  too_many_times: 'At most {max} times a day',
  too_many_hours: 'At most {max} hours',
  too_many_days_ahead: 'At most {max} days ahead',
} as const

/** `{name}` stands for the parameter of this name. */
export const ISSUES = {
  ...GENERAL,
  name_required: 'Name is required',
  message_required: 'Message is required',
  message_length: `A message must have 1 to ${FIELD.chatMessage} characters.`,
  photo_invalid: 'The photo must be a JPEG of at most 1 MB.',
  first_name_required: 'First name is required',
  last_name_required: 'Last name is required',
  first_name_short: 'First name must be at least 2 characters.',
  last_name_short: 'Last name must be at least 2 characters.',
  email_required: 'Email is required',
  email_invalid: 'Invalid email address',
  email_local_part: 'Use only letters a to z, digits and signs before the @',
  new_email_invalid: 'Invalid email address.',
  email_unchanged: 'This is already your address.',
  phone_required: 'Phone number is required',
  phone_invalid: 'Please enter a phone number',
  username_required: 'Username is required',
  username_alphabets: 'Use letters of one alphabet only',
  username_letters: 'Some of these letters cannot be used in a username',
  username_address: 'Choose a username that is not an email address',
  password_required: 'Password is required',
  password_short: `Password must be at least ${FIELD.passwordMin} characters`,
  password_number: 'Password must contain at least one number',
  password_uppercase: 'Password must contain at least one uppercase letter',
  password_special: 'Password must contain at least one special character',
  password_common: 'This password is on lists of common passwords. Please choose another one.',
  password_personal: 'Please choose a password without your name, address or the name of this product.',
  current_password_required: 'Current password is required',
  code_required: 'Please enter the code',
  code_invalid: 'Please enter the six digits, or a recovery code',
  passkey_name_required: 'Please enter a name',
  scopes_required: 'Choose at least one',
  household_doors_required: 'Choose at least one door',
  household_until_required: 'Choose a date in the future',
  webhook_events_required: 'Choose at least one',
  webhook_url_invalid: 'Enter an https:// address without user name and #, at port 443 or above 1023',
  webhook_url_private: 'This address is not on the public internet. The operator of this server can allow it.',
  confirm_required: 'Please confirm your password',
  confirm_differs: 'Passwords do not match',
  plan_not_free: 'Only the free plan can be chosen here.',
  label_required: 'Label is required',
  floor_required: 'Floor is required',
  clock_time_invalid: 'Please enter a time such as 09:00',
  closing_equals_opening: 'Closing time must differ from opening time',
  opening_times_order: 'Opening times must be in order and not overlap',
  time_zone_unknown: 'Unknown time zone',
  endpoint_refused: 'This push service is not known here',
  sound_missing: 'Please upload a sound first',
  quiet_hours_empty: 'Quiet hours must begin and end at different times.',
  purpose_required: 'Purpose is required',
  date_required: 'Date is required',
  date_invalid: 'Please choose a date',
  time_required: 'Time is required',
  time_past: 'Please choose a time in the future',
  day_invalid: 'Please enter a day as YYYY-MM-DD',
  days_order: 'The first day must not be after the last.',
  nothing_to_change: 'Nothing to change',
} as const satisfies Readonly<Record<string, string>>

export type IssueCode = keyof typeof ISSUES
export type IssueParams = Readonly<Record<string, string | number>>
/** The issue of one field. */
export type FieldIssue = { readonly code: IssueCode; readonly params: IssueParams }
export type FieldIssues = Readonly<Record<string, FieldIssue>>

/** The error of a schema's check: zod carries the code as the issue's message. */
export const issue = (code: IssueCode): IssueCode => code
export const isIssueCode = (text: string): text is IssueCode => Object.hasOwn(ISSUES, text)

/** @returns the English sentence of the catalogue */
export const issueSentence = ({ code, params }: FieldIssue): string => fillPlaceholders(ISSUES[code], params)
/** The same for a place without the field's label: a general sentence gets the field's name. */
export const sentenceAlone = (field: string, found: FieldIssue): string =>
  Object.hasOwn(GENERAL, found.code) ? `${field}: ${issueSentence(found)}` : issueSentence(found)

const OF_TYPE = {
  string: 'not_text',
  number: 'not_number',
  int: 'not_integer',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_object',
  uuid: 'not_uuid',
  datetime: 'not_utc_time',
} as const
const ofType = (kind: string): IssueCode => (Object.hasOwn(OF_TYPE, kind) ? OF_TYPE[kind as keyof typeof OF_TYPE] : 'invalid')

type Raw = z.core.$ZodRawIssue

function sizeCode(found: Extract<Raw, { code: 'too_small' | 'too_big' }>): IssueCode {
  const { origin } = found
  if (found.code === 'too_big') return origin === 'string' ? 'too_long' : origin === 'array' ? 'too_many' : 'too_large'
  if (origin === 'string') return found.minimum === 1 ? 'required' : 'too_short'
  if (origin === 'array') return 'too_few'
  return found.inclusive === false ? 'not_above' : 'too_small'
}

/** The code of a check whose schema names none. */
function generalCode(found: Raw): IssueCode {
  switch (found.code) {
    case 'invalid_type':
      return found.input === undefined ? 'required' : ofType(found.expected)
    case 'too_small':
    case 'too_big':
      return sizeCode(found)
    case 'invalid_value':
      return found.values.length > 1 ? 'not_one_of' : 'not_value'
    case 'invalid_union':
      return Array.isArray(found.options) ? 'not_one_of' : 'invalid'
    case 'invalid_format':
      return ofType(found.format)
    case 'unrecognized_keys':
      return 'unknown_field'
    default:
      return 'invalid'
  }
}

/** Options of every parse whose issues `toFieldIssue` reads. */
export const WITH_CODES = { error: generalCode } as const

const list = (values: readonly unknown[]) => values.map(String).join(', ')

function paramsOf(found: z.core.$ZodIssue): IssueParams {
  switch (found.code) {
    case 'too_big':
      return { max: Number(found.maximum) }
    case 'too_small':
      return { min: Number(found.minimum) }
    case 'invalid_value':
      return { values: list(found.values) }
    case 'custom':
      return (found.params ?? {}) as IssueParams
    case 'invalid_union': {
      if ('options' in found && Array.isArray(found.options)) return { values: list(found.options) }
      // A union that repeats the code of one of its options.
      const option = found.errors.flat().findLast(({ message }) => message === found.message)
      return option ? paramsOf(option) : {}
    }
    default:
      return {}
  }
}

/** Converts a zod issue, parsed `WITH_CODES`. Only the parameters in the sentence are returned. */
export function toFieldIssue(found: z.core.$ZodIssue): FieldIssue {
  const code = isIssueCode(found.message) ? found.message : 'invalid'
  const params = Object.entries(paramsOf(found)).filter(([name]) => ISSUES[code].includes(`{${name}}`))
  return { code, params: Object.fromEntries(params) }
}
