/** The operations by which auth deletes and exports an account, one of each kind in every service that stores rows of accounts. */
import { z } from 'zod'
import { ExportedPage, ExportPage } from '../export.ts'
import { type OwnerName, operation } from '../operation.ts'

/** A step of a deletion (idempotent). @param summary the state of the account's rows afterwards */
export const deletionStep = <const Name extends `${OwnerName}.${string}`>(name: Name, summary: string) =>
  operation({
    name,
    summary: `${summary} (idempotent)`,
    caller: 'internal',
    from: ['auth'],
    limit: 'none',
    input: z.object({ userId: z.int() }),
    output: z.object({}),
    errors: [],
  })

/** One page of a service's rows of an account, for the export of the account. @param what of which part of it */
export const accountExport = <const Name extends `${OwnerName}.${string}`>(name: Name, what: string) =>
  operation({
    name,
    summary: `A page of one kind of what is stored of ${what}, for the export of the account`,
    caller: 'internal',
    from: ['auth'],
    limit: 'none',
    input: ExportPage,
    output: ExportedPage,
    errors: ['not_found'],
  })
