/** Login attempts and blocked addresses (spec section 3; decision 27). */
import { z } from 'zod'
import { IsoTime } from '../entities.ts'
import { operation } from '../operation.ts'

export const securityOperations = [
  operation({
    name: 'security.blocks',
    summary: 'All living blocks, to refill Redis; each call rewrites them with a new epoch marker',
    caller: 'internal',
    limit: 'none',
    input: z.object({}),
    output: z.object({ blocks: z.array(z.object({ address: z.string(), expiresAt: IsoTime.nullable() })) }),
    errors: [],
  }),
  operation({
    name: 'security.check_address',
    summary: 'Is this address blocked from log-in, by the table itself',
    caller: 'internal',
    limit: 'none',
    input: z.object({ address: z.string() }),
    output: z.object({ blocked: z.boolean(), expiresAt: IsoTime.nullable() }),
    errors: [],
  }),
  operation({
    name: 'security.unblock',
    summary: 'The operator lifts a block',
    caller: 'internal',
    limit: 'none',
    input: z.object({ address: z.string(), by: z.string() }),
    output: z.object({ lifted: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'security.forget_user',
    summary: 'Log-in attempts and alerts of one account are gone (idempotent)',
    caller: 'internal',
    limit: 'none',
    input: z.object({ userId: z.int() }),
    output: z.object({}),
    errors: [],
  }),
] as const
