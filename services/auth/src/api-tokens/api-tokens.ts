/**
 * API tokens: a secret with which a program acts for an account, within scopes (record 0074). A token stands for a session where gateways
 * cache it and where a ring says who answered, but it opens no socket and is never fresh.
 */
import { AppError } from '#kit/app-error.ts'
import { randomBase62, randomToken, tokenHash } from '#kit/ids.ts'
import { API_SCOPES, API_TOKEN_PREFIX, type ApiToken, type ApiTokenForm, type CreatedApiToken } from '#proto/api-tokens.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { Output } from '#proto/operations/index.ts'
import type { Bound } from '../core/bound.ts'
import type { Announcement, LiveUpdates } from '../core/ports.ts'
import { type AnnounceDeps, apiTokenAnnouncement, publishAnnouncement } from '../mails/announce.ts'
import type { requireFresh } from '../sign-in/reauthenticate.ts'

export type ApiTokenRecord = {
  readonly id: string
  readonly userId: number
  readonly name: string
  readonly scopes: readonly string[] | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
}
export type NewApiToken = Omit<ApiTokenRecord, 'lastUsedAt' | 'scopes'> & {
  readonly tokenHash: string
  readonly scopes: readonly string[]
}

export interface ApiTokens {
  /** Newest first. */
  of(userId: number): Promise<ApiTokenRecord[]>
  byToken(tokenHash: string): Promise<ApiTokenRecord | undefined>
  /**
   * @param session that creates it
   * @throws AppError api_tokens_full, password_needed when the session has ended meanwhile
   */
  add(token: NewApiToken, session: string, announcement: Announcement): Promise<void>
  touch(id: string, now: Date): Promise<void>
  /** @returns false for another account's */
  remove(userId: number, id: string): Promise<boolean>
}

type Deps = AnnounceDeps & {
  readonly apiTokens: ApiTokens
  readonly live: Pick<LiveUpdates, 'sessionEnded'>
  readonly requireFresh: Bound<typeof requireFresh>
}

/** Limits writes of the last use to one a minute. */
const TOUCH_AFTER = 60_000

/** Those that this release knows: a scope that was taken away permits nothing. */
const knownScopes = (scopes: ApiTokenRecord['scopes']) => API_SCOPES.filter((scope) => scopes?.includes(scope))

const shown = ({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: ApiTokenRecord): ApiToken => ({
  id,
  name,
  scopes: knownScopes(scopes),
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
})

export async function listApiTokens({ apiTokens }: Pick<Deps, 'apiTokens'>, userId: number): Promise<ApiToken[]> {
  return (await apiTokens.of(userId)).map(shown)
}

type Resident = Caller & { readonly resident: ResidentIdentity }

/**
 * Announced, because who finds a fresh session open could otherwise leave a token that its owner does not notice.
 * @returns the token with its secret, which is stored nowhere
 * @throws AppError password_needed, api_tokens_full
 */
export async function createApiToken(deps: Deps, form: ApiTokenForm, { resident, address }: Resident): Promise<CreatedApiToken> {
  await deps.requireFresh(resident)
  const secret = API_TOKEN_PREFIX + randomToken()
  const { name, scopes, expiresInDays } = form
  const token = {
    id: randomBase62(22),
    userId: resident.userId,
    name,
    scopes,
    createdAt: deps.clock.now(),
    expiresAt: expiresInDays === undefined ? null : deps.clock.in(expiresInDays * DAY_MS),
  }
  const announcement = await apiTokenAnnouncement(deps, resident.userId, name, address)
  await deps.apiTokens.add({ ...token, tokenHash: tokenHash(secret) }, resident.session, announcement)
  publishAnnouncement(deps, announcement)
  return { ...shown({ ...token, lastUsedAt: null }), secret }
}

/** Gateways drop it from their caches within a second. @throws AppError not_found */
export async function revokeApiToken({ apiTokens, live }: Deps, userId: number, id: string): Promise<void> {
  if (!(await apiTokens.remove(userId, id))) throw new AppError('not_found')
  live.sessionEnded(id)
}

/** @returns null for a token that is unknown, revoked or expired */
export async function resolveApiToken({ apiTokens, clock }: Deps, secret: string): Promise<Output<'auth.resolve_api_token'>['identity']> {
  const token = await apiTokens.byToken(tokenHash(secret))
  const now = clock.now()
  if (!token || (token.expiresAt && token.expiresAt <= now)) return null
  if (now.getTime() - (token.lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER) await apiTokens.touch(token.id, now)
  return { userId: token.userId, session: token.id, device: token.name, scopes: knownScopes(token.scopes) }
}
