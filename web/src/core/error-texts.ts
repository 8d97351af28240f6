/** The server's errors in the page's language: by their codes and parameters, never by their English sentences. */
import type { ErrorDetails, ErrorKey, ErrorParams } from '#proto/errors.ts'
import type { IssueCode, IssueParams } from '#proto/issues.ts'
import { fillPlaceholders } from '#proto/placeholders.ts'

export type ErrorTexts = {
  /** By code, and by code and variant. A missing one keeps the server's message, which is English. */
  readonly errors: Readonly<Partial<Record<ErrorKey, string>>>
  /** Complete except in English, where a missing one keeps the server's sentence. */
  readonly issues: Readonly<Partial<Record<IssueCode, string>>>
  /** For an issue that this page does not have, from a newer server; null keeps the server's sentence. */
  readonly otherIssue: string | null
}

type ReceivedIssue = { readonly code: string; readonly params: IssueParams }
/** An error as it was received: of a response, a frame, or a visitor's page. Its codes may be newer than this page. */
export type ReceivedError = {
  readonly code: string
  readonly message?: string | undefined
  readonly details?: ErrorDetails | undefined
  readonly params?: ErrorParams | undefined
  readonly issues?: Readonly<Record<string, ReceivedIssue>> | undefined
}

const textOf = <T>(texts: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined)

export function issueText(texts: ErrorTexts, { code, params }: ReceivedIssue): string | undefined {
  const sentence = textOf<string>(texts.issues, code)
  return sentence === undefined ? undefined : fillPlaceholders(sentence, params)
}

/** @returns the sentence of each field */
export function fieldTexts(texts: ErrorTexts, { details, issues }: Pick<ReceivedError, 'details' | 'issues'>): ErrorDetails {
  const ofIssue = (field: string, sentence: string) => {
    const issue = textOf<ReceivedIssue>(issues ?? {}, field)
    return (issue && issueText(texts, issue)) ?? texts.otherIssue ?? sentence
  }
  return Object.fromEntries(Object.entries(details ?? {}).map(([field, sentence]) => [field, ofIssue(field, sentence)]))
}

/** @returns the sentence of the error: of its only field if there is one, else of its code, else as it was received */
export function errorText(texts: ErrorTexts, { code, message = '', params, issues }: ReceivedError): string {
  const [only, ...more] = code === 'validation_failed' ? Object.entries(issues ?? {}) : []
  if (only && !more.length) {
    const [field, issue] = only
    const sentence = issueText(texts, issue)
    // Where the server's sentence begins with the field, so does the page's.
    if (sentence !== undefined) return message.startsWith(`${field}: `) ? `${field}: ${sentence}` : sentence
  }
  const known: Readonly<Record<string, string | undefined>> = texts.errors
  return textOf(known, `${code}.${params?.variant}`) ?? textOf(known, code) ?? message
}
