import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { apiTokenHandlers } from './api-tokens.handlers.ts'
import { createApiTokens } from './api-tokens.store.ts'

/** API tokens: created, listed, revoked, and resolved for each request of a program (record 0074). */
export const apiTokens = (
  { clock }: Pick<ServiceContext<unknown>, 'clock'>,
  { pool, outbox, live, sendsMails }: Core,
  { addresses, sendMailsSoon }: Mailing,
  { requireFresh }: Pick<SigningIn, 'requireFresh'>,
) => ({
  handlers: apiTokenHandlers({
    ...{ clock, outbox, addresses, sendMailsSoon, live, requireFresh },
    apiTokens: createApiTokens(pool, sendsMails),
  }),
})
