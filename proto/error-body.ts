/** The fields of an error's body in addition to `message` and `code` (docs/product/interface.md, HTTP), as schemas. */
import { z } from 'zod'
import { ISSUES, type IssueCode } from './issues.ts'

const Params = z.record(z.string(), z.union([z.string(), z.number()]))
/** A newer copy of a service may send a code that this one does not have. */
const Code = z.custom<IssueCode>((value) => typeof value === 'string').meta({ type: 'string', enum: Object.keys(ISSUES) })

export const ErrorFields = {
  /** Field → English sentence. */
  details: z.record(z.string(), z.string()).optional(),
  /** `variant`: which of the code's messages it is. */
  params: Params.optional(),
  /** Field → its issue, for translation. */
  issues: z.record(z.string(), z.object({ code: Code, params: Params })).optional(),
}
