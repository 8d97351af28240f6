/** What an error's body has beside `message` and `code` (docs/product/interface.md, HTTP), as schemas. */
import { z } from 'zod'
import { ISSUES, type IssueCode } from './issues.ts'

const Params = z.record(z.string(), z.union([z.string(), z.number()]))
/** A newer copy of a service may answer a code that this one does not know. */
const Code = z.custom<IssueCode>((value) => typeof value === 'string').meta({ type: 'string', enum: Object.keys(ISSUES) })

export const ErrorFields = {
  /** Field → English sentence. */
  details: z.record(z.string(), z.string()).optional(),
  /** `variant`: which of the code's messages it is. */
  params: Params.optional(),
  /** Field → what is wrong with it, for translation. */
  issues: z.record(z.string(), z.object({ code: Code, params: Params })).optional(),
}
