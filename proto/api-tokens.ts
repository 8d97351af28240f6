/** API tokens: secrets with which a program acts for an account, within scopes (docs/product/decisions.md, 45; record 0074). */
import { z } from 'zod'
import { IsoTime } from './entities.ts'
import { requiredLine } from './fields.ts'
import { issue } from './issues.ts'
import { API_TOKENS, FIELD } from './limits.ts'

/** What a program may do; an operation names the scope that it needs (`scope` in operation.ts). None implies another. */
export const API_SCOPES = [
  'rings:read',
  'rings:answer',
  'history:read',
  'doors:read',
  'doors:write',
  'preferences:read',
  'preferences:write',
] as const
export const ApiScope = z.enum(API_SCOPES)
export type ApiScope = z.infer<typeof ApiScope>

/** Begins every API token, so that people and scanners recognise one. */
export const API_TOKEN_PREFIX = 'ddt_'

export const ApiTokenForm = z.strictObject({
  name: requiredLine('name_required', FIELD.apiTokenName),
  /** In their own order, each once. */
  scopes: z
    .array(ApiScope, issue('scopes_required'))
    .min(1, issue('scopes_required'))
    .max(API_SCOPES.length)
    .overwrite((chosen) => API_SCOPES.filter((scope) => chosen.includes(scope))),
  /** Without it the token is valid until it is revoked. */
  expiresInDays: z.int().min(1).max(API_TOKENS.daysMost).optional(),
})
export type ApiTokenForm = z.infer<typeof ApiTokenForm>

export const ApiToken = z.object({
  /** The public id, never part of the secret. */
  id: z.string(),
  name: z.string(),
  scopes: z.array(ApiScope),
  createdAt: IsoTime,
  /** At most a minute late; null until it is used. */
  lastUsedAt: IsoTime.nullable(),
  /** Null: valid until it is revoked. */
  expiresAt: IsoTime.nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

/** `secret` is answered once: only its hash is stored. */
export const CreatedApiToken = ApiToken.extend({ secret: z.string() })
export type CreatedApiToken = z.infer<typeof CreatedApiToken>
