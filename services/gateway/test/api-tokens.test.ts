/** API tokens: what a program may do with one, how it is counted, and what ends it (record 0074). */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { API_SCOPES, type ApiScope, type CreatedApiToken } from '#proto/api-tokens.ts'
import { DAY_MS } from '#proto/durations.ts'
import { API_TOKENS, LIMITS, TIME } from '#proto/limits.ts'
import { operations } from '#proto/operations/index.ts'
import { HttpError } from '#scripts/testing/http-client.ts'
import { PASSWORD, type Person, type Resident } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { TestSocket } from '#scripts/testing/socket.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

/** A program with a token of the account, at an address of its own and without cookies. */
type Program = { readonly person: Person; readonly token: CreatedApiToken; readonly call: Person['call'] }

async function programOf(owner: Resident, scopes: readonly ApiScope[] = API_SCOPES, expiresInDays?: number): Promise<Program> {
  const form = { name: 'Home automation', scopes: [...scopes], ...(expiresInDays ? { expiresInDays } : {}) }
  const token = await owner.call('auth.create_api_token', form)
  return withToken(token)
}

function withToken(token: CreatedApiToken): Program {
  const person = world.person()
  const call: Person['call'] = (name, input, headers) => person.call(name, input, { ...headers, authorization: `Bearer ${token.secret}` })
  return { person, token, call }
}

const codeOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'done',
    (error: unknown) => (error instanceof HttpError ? `${error.status} ${error.code}` : String(error)),
  )

// covers: P-api-token auth.create_api_token auth.api_tokens
test('a token’s secret is answered once, and its hash alone is stored', async () => {
  const owner = await world.resident()
  const created = await owner.call('auth.create_api_token', { name: 'Home automation', scopes: ['rings:read', 'doors:read'] })
  expect(created.secret).toMatch(/^ddt_[\w-]{43}$/)
  const { secret, ...listed } = created
  expect(listed).toMatchObject({ name: 'Home automation', scopes: ['rings:read', 'doors:read'], lastUsedAt: null, expiresAt: null })
  expect(await owner.call('auth.api_tokens', {})).toEqual([listed])
  const rows = await world.postgres<{ row: string }>('auth', 'SELECT t::text AS row FROM api_tokens t WHERE user_id = $1', [owner.user.id])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).toContain(createHash('sha256').update(secret).digest('hex'))
  expect(rows[0]?.row).not.toContain(secret.slice('ddt_'.length))
})

// covers: P-api-token
test('a program answers a ring with a message, under its token’s name', async () => {
  const owner = await world.resident()
  const page = await owner.socket()
  const program = await programOf(owner, ['rings:read', 'rings:answer'])
  const visitor = world.visitor()
  const ring = await visitor.ring(owner)
  expect((await program.call('doorbell.activities', { limit: 1 })).map(({ id }) => id)).toEqual([ring.id])
  await program.call('doorbell.write_as_resident', { id: ring.id, message: 'Coming' })
  const { activity } = await page.next('activity_changed', ({ activity: changed }) => changed.outcome === 'answered_message')
  expect(activity).toMatchObject({ id: ring.id, answeredBy: 'Home automation', answeredSession: program.token.id })
  expect((await visitor.visit(ring.id)).messages.map(({ message }) => message)).toContain('Coming')
})

// covers: P-api-token
test('a new token is mailed with its name and raises an alert, whatever the switches say', async () => {
  const owner = await world.resident()
  await world.postgres('auth', 'UPDATE users SET email_verified_at = now() WHERE id = $1', [owner.user.id])
  await owner.call('auth.change_security_settings', { notificationsEnabled: false })
  await owner.call('auth.create_api_token', { name: 'Hall <b>panel</b>', scopes: ['rings:read'] })
  const mails = await world.postgres<{ text: string; html: string }>(
    'auth',
    `SELECT text, html FROM mails WHERE "to" = $1 AND kind = 'api_token.created'`,
    [owner.user.email],
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('The API token “Hall <b>panel</b>” was created')
  expect(mails[0]?.html).toContain('“Hall &lt;b&gt;panel&lt;/b&gt;”')
  const alert = async () => (await owner.call('security.alerts', {})).find(({ alertType }) => alertType === 'api_token_created')
  expect(await eventually('the alert', alert)).toMatchObject({ message: 'An API token was created.' })
})

test('a refused token is not announced', async () => {
  const owner = await world.resident()
  const form = { name: 'One of many', scopes: ['rings:read'] as ApiScope[] }
  for (let count = 0; count < API_TOKENS.max; count += 1) await owner.call('auth.create_api_token', form)
  expect(await codeOf(owner.call('auth.create_api_token', form))).toBe('409 api_tokens_full')
  const events = `SELECT 1 FROM outbox WHERE name = 'auth.factor_changed' AND data->>'userId' = $1`
  expect(await world.postgres('auth', events, [String(owner.user.id)])).toHaveLength(API_TOKENS.max)
})

test('a program takes no call, because it has no page', async () => {
  const owner = await world.resident({ premium: true })
  const program = await programOf(owner, ['rings:answer'])
  const { id } = await world.visitor().ring(owner)
  for (const handledType of ['video_call', 'audio_call'] as const)
    expect(await codeOf(program.call('doorbell.handle', { id, handledType }))).toBe('403 scope_missing')
  expect((await program.call('doorbell.handle', { id, handledType: 'dismissed' })).outcome).toBe('dismissed')
})

// covers: P-api-token
test('a token with every scope is let in by the operations that name one', async () => {
  const program = await programOf(await world.resident())
  const scoped = operations.filter(({ scope }) => scope !== undefined)
  const refused: string[] = []
  for (const { name, http } of scoped) {
    const { method = 'GET', path = '' } = http ?? {}
    // There is no such object, and the body lacks its fields: what is refused for that was let in.
    const answer = await program.person.http(path.replace(':id', '1'), {
      method,
      ...(method === 'GET' ? {} : { body: {} }),
      headers: { authorization: `Bearer ${program.token.secret}` },
    })
    const { code } = (answer.body ?? {}) as { code?: string }
    if (answer.status === 401 || answer.status >= 500 || code === 'scope_missing') refused.push(`${name}: ${answer.status} ${code}`)
  }
  expect(refused).toEqual([])
  expect(new Set(scoped.map(({ scope }) => scope))).toEqual(new Set(API_SCOPES))
})

// covers: scope_missing
test('a refusal names the scope that is missing', async () => {
  const program = await programOf(await world.resident(), ['rings:read'])
  const headers = { authorization: `Bearer ${program.token.secret}` }
  const answer = await program.person.http('/api/doors', { headers })
  expect([answer.status, answer.body]).toMatchObject([403, { code: 'scope_missing', params: { scope: 'doors:read' } }])
  expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="doors:read"')
  const never = await program.person.http('/api/user', { headers })
  expect([never.status, never.headers['www-authenticate']]).toEqual([403, 'Bearer error="insufficient_scope"'])
})

// covers: P-api-token auth.revoke_api_token
test('a revoked token is refused at once', async () => {
  const owner = await world.resident()
  const program = await programOf(owner)
  await program.call('doorbell.doors', {})
  const stranger = await world.resident()
  expect(await codeOf(stranger.call('auth.revoke_api_token', { id: program.token.id }))).toBe('404 not_found')
  await owner.call('auth.revoke_api_token', { id: program.token.id })
  const answer = await program.person.http('/api/doors', { headers: { authorization: `Bearer ${program.token.secret}` } })
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  expect(await owner.call('auth.api_tokens', {})).toEqual([])
})

test('a token ends with its time, and is still listed', async () => {
  const owner = await world.resident()
  const program = await programOf(owner, ['doors:read'], 1)
  const longer = await programOf(owner, ['doors:read'], 2)
  await world.clock.shift(DAY_MS)
  expect(await codeOf(program.call('doorbell.doors', {}))).toBe('401 unauthenticated')
  expect(await codeOf(longer.call('doorbell.doors', {}))).toBe('done')
  expect((await owner.call('auth.api_tokens', {})).map(({ id }) => id)).toContain(program.token.id)
})

test('a token beside a session is refused, and so is one in a socket’s upgrade', async () => {
  const owner = await world.resident()
  const { token } = await programOf(owner)
  const authorization = `Bearer ${token.secret}`
  expect(await codeOf(owner.call('doorbell.doors', {}, { authorization }))).toBe('400 malformed')
  // A proxy in front may add a bearer token of its own.
  await owner.call('doorbell.doors', {}, { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' })
  const socket = TestSocket.open(`${world.url.replace('http', 'ws')}/ws`, { authorization, cookie: owner.client.cookieHeader })
  await expect(socket).rejects.toThrow('upgrade refused: 403')
})

test('a program of another site needs no origin of ours', async () => {
  const program = await programOf(await world.resident())
  const preferences = await program.call(
    'doorbell.change_preferences',
    { switches: { doNotDisturb: true } },
    { origin: 'https://elsewhere.example' },
  )
  expect(preferences).toMatchObject({ switches: { doNotDisturb: true } })
})

test('a token is created within ten minutes of the password', async () => {
  const owner = await world.resident()
  await world.clock.shift(TIME.passwordFresh)
  const form = { name: 'Late', scopes: ['rings:read'] as ApiScope[] }
  expect(await codeOf(owner.call('auth.create_api_token', form))).toBe('403 password_needed')
  await owner.call('auth.confirm_password', { password: PASSWORD })
  await owner.call('auth.create_api_token', form)
})

// covers: api_tokens_full
test('concurrent requests cannot exceed the limit of tokens', async () => {
  const owner = await world.resident()
  const form = { name: 'One of many', scopes: ['rings:read'] as ApiScope[] }
  for (let count = 2; count < API_TOKENS.max; count += 1) await owner.call('auth.create_api_token', form)
  const results = await Promise.all([1, 2, 3, 4].map(() => codeOf(owner.call('auth.create_api_token', form))))
  expect(results.toSorted()).toEqual(['409 api_tokens_full', '409 api_tokens_full', 'done', 'done'])
})

// covers: L-api-token
test('a program over its limit leaves the account’s pages theirs', async () => {
  const owner = await world.resident()
  const program = await programOf(owner, ['doors:read'])
  const results = new Set<string>()
  for (let sent = 0; sent <= LIMITS.token.max; sent += 1) results.add(await codeOf(program.call('doorbell.doors', {})))
  expect(results).toEqual(new Set(['done', '429 limited']))
  // Also before auth is asked whose the token is.
  expect(await codeOf(program.call('auth.user', {}))).toBe('429 limited')
  await owner.call('doorbell.doors', {})
})

test('a reset of the password revokes every token', async () => {
  const owner = await world.resident()
  const program = await programOf(owner)
  await program.call('doorbell.doors', {})
  await owner.call('auth.request_password_reset', { email: owner.user.email })
  const link = async () => {
    const mails = await world.postgres<{ text: string }>('auth', 'SELECT text FROM mails WHERE "to" = $1', [owner.user.email])
    return mails.flatMap(({ text }) => /#reset=([\w-]+)/.exec(text)?.[1] ?? [])[0]
  }
  const token = (await eventually('the link', link)) as string
  await owner.call('auth.reset_password', { token, newPassword: PASSWORD, confirmPassword: PASSWORD })
  expect(await codeOf(program.call('doorbell.doors', {}))).toBe('401 unauthenticated')
})

test('the operator’s end of all sessions revokes every token', async () => {
  const owner = await world.resident()
  const program = await programOf(owner)
  await program.call('doorbell.doors', {})
  expect(await world.rpc('auth.end_sessions', { userId: owner.user.id })).toEqual({ ended: 2 })
  // The gateway hears of it apart from the operator's answer.
  await eventually('the gateway to know', async () => (await codeOf(program.call('doorbell.doors', {}))) === '401 unauthenticated')
})

test('the tokens of a deleted account are gone when it is closed', async () => {
  const owner = await world.resident()
  const program = await programOf(owner)
  await program.call('doorbell.doors', {})
  await owner.call('auth.delete_account', { password: PASSWORD })
  expect(await codeOf(program.call('doorbell.doors', {}))).toBe('401 unauthenticated')
  expect(await world.postgres('auth', 'SELECT 1 FROM api_tokens WHERE user_id = $1', [owner.user.id])).toEqual([])
})

test('the last use is written, at most a minute late', async () => {
  const owner = await world.resident()
  const program = await programOf(owner, ['doors:read'])
  const before = world.clock.now()
  await program.call('doorbell.doors', {})
  const [listed] = await owner.call('auth.api_tokens', {})
  expect(Math.abs(Date.parse(listed?.lastUsedAt ?? '') - before)).toBeLessThan(60_000)
})
