/** API tokens of an account (docs/product/decisions.md, 45; record 0074). */
import { z } from 'zod'
import { ApiScope, ApiToken, ApiTokenForm, CreatedApiToken } from '../api-tokens.ts'
import { FIELD } from '../limits.ts'
import { operation } from '../operation.ts'

/** A token's identity: its public id stands for a session, its name for a device. */
const TokenIdentity = z.object({ userId: z.int(), session: z.string(), device: z.string(), scopes: z.array(ApiScope) })

export const apiTokenOperations = [
  operation({
    name: 'auth.api_tokens',
    summary: "The account's API tokens, newest first, without their secrets",
    http: { method: 'GET', path: '/api/tokens' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: z.array(ApiToken),
    errors: [],
  }),
  operation({
    name: 'auth.create_api_token',
    summary:
      'Creates an API token with these scopes and answers its secret, once; at most 20 an account. ' +
      'Needs a password or passkey check within ten minutes',
    http: { method: 'POST', path: '/api/tokens', status: 201 },
    caller: 'resident',
    limit: 'login',
    input: ApiTokenForm,
    changes: ['sessions'],
    output: CreatedApiToken,
    errors: ['password_needed', 'api_tokens_full'],
  }),
  operation({
    name: 'auth.revoke_api_token',
    summary: 'Revokes an API token: within a second no request with it is answered',
    http: { method: 'DELETE', path: '/api/tokens/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({
      id: z
        .string()
        .max(FIELD.sessionId)
        .regex(/^[\w-]+$/),
    }),
    changes: ['sessions'],
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'auth.resolve_api_token',
    summary: 'Whose API token this is and what it may do; gateways cache the answer for at most 5 s',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: z.object({ token: z.string() }),
    output: z.object({ identity: TokenIdentity.nullable() }),
    errors: [],
  }),
] as const
