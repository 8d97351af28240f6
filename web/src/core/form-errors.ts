/** Validates forms with the contract's schemas, so that the messages are the server's (docs/product/specification.md, 5). */
import type { z } from 'zod'
import { type IssueCode, issueSentence, toFieldIssue, WITH_CODES } from '#proto/issues.ts'
import { issueText } from './error-texts.ts'
import { errorTexts } from './texts/en-errors.ts'

export type Errors<V> = { readonly [K in keyof V]?: string }

/** @returns the server's sentence of an issue without parameters */
export const issueMessage = (code: IssueCode): string => issueText(errorTexts, { code, params: {} }) ?? issueSentence({ code, params: {} })

/** @returns the first message of each field */
export function errorsOf<V extends object>(schema: z.ZodType, values: V): Errors<V> {
  const result = schema.safeParse(values, WITH_CODES)
  const found: { [K in keyof V]?: string } = {}
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0]
    if (typeof field !== 'string' || !(field in values)) continue
    const wrong = toFieldIssue(issue)
    found[field as keyof V] ??= issueText(errorTexts, wrong) ?? issueSentence(wrong)
  }
  return found
}
