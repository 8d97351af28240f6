/** Forms are checked with the contract's own schemas, so that the sentences are the server's (spec section 5). */
import type { z } from 'zod'
import { sayField } from '#proto/refusal-words.ts'
import { refusalTexts } from './texts/en-refusals.ts'

export type Errors<V> = { readonly [K in keyof V]?: string }

/** The first sentence for each field. */
export function errorsOf<V extends object>(schema: z.ZodType, values: V): Errors<V> {
  const result = schema.safeParse(values)
  const found: { [K in keyof V]?: string } = {}
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path[0]
    if (typeof field === 'string' && field in values) found[field as keyof V] ??= sayField(refusalTexts, issue.message)
  }
  return found
}
