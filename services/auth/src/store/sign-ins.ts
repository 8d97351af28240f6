/** Log-in is a hot path, so each step is one prepared statement. */
import type pg from 'pg'
import { insertOutbox } from '#kit/outbox.ts'
import { inTransaction, runStatement, type Statement } from '#kit/postgres.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { User } from '../../generated/client.ts'
import type { AttemptInput, LoginFacts, SignIns } from '../domain/ports.ts'
import { DEVICE_LIFE } from '../domain/session.ts'
import { FAILURE_WINDOW } from '../domain/throttle.ts'
import { toRecord } from './accounts.ts'

const FACTS: Statement = {
  name: 'login-facts',
  text: `
    SELECT u.*, f.failures, f.elsewhere, f.by_device, f.last_failure, n.by_network, n.last_by_network,
      EXISTS (SELECT 1 FROM known_devices d WHERE d.device_hash = $2 AND d.last_at > $5) AS device_exists,
      EXISTS (SELECT 1 FROM known_devices d WHERE d.device_hash = $2 AND d.user_id = u.id AND d.last_at > $5) AS device_known
    FROM (
      SELECT count(*) FILTER (WHERE NOT device_known)::int AS failures,
        count(*) FILTER (WHERE NOT device_known AND address <> $3)::int AS elsewhere,
        count(*) FILTER (WHERE device_known AND device_hash = $2)::int AS by_device,
        max(at) FILTER (WHERE NOT device_known) AS last_failure
      FROM login_failures WHERE username_key = $1 AND at > $4
    ) f
    CROSS JOIN (
      SELECT count(*)::int AS by_network, max(at) AS last_by_network
      FROM login_failures WHERE network = $6 AND NOT device_known AND at > $4
    ) n
    LEFT JOIN users u ON u.username_key = $1`,
}
/** Held until the transaction ends. Every transaction locks the account before the network, so that no two deadlock. */
const LOCK: Statement = { name: 'login-lock', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))' }
const COUNT: Statement = {
  name: 'login-count',
  text: `
    INSERT INTO login_failures (username_key, address, network, device_hash, device_known, at) VALUES ($1, $2, $3, $4, $5, $6)
    RETURNING id::text AS id`,
}
const CANCEL: Statement = { name: 'login-cancel', text: 'DELETE FROM login_failures WHERE id = $1' }
const CLEAR_FAILURES: Statement = {
  name: 'login-forget-address',
  text: 'DELETE FROM login_failures WHERE address = $1 AND NOT device_known',
}
const SUCCEEDED: Statement = {
  name: 'login-succeeded',
  text: `
    WITH attempt AS (DELETE FROM login_failures WHERE id = $15), session AS (
      INSERT INTO sessions (id, token_hash, user_id, device, device_type, browser, ip_address, user_agent, created_at, last_active)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    ), device AS (
      INSERT INTO known_devices (device_hash, user_id, first_at, last_at) VALUES ($10, $3, $9, $9)
      ON CONFLICT (device_hash, user_id) DO UPDATE SET last_at = excluded.last_at
    )
    INSERT INTO outbox (id, name, data, at) VALUES ($11, $12, $13, $14)`,
}
const DEVICE_EXISTS: Statement = { name: 'device-exists', text: 'SELECT 1 FROM known_devices WHERE device_hash = $1 LIMIT 1' }

type Columns = {
  id: number | null
  username: string
  username_key: string
  lookalike_key: string | null
  password_hash: string
  first_name: string
  last_name: string
  email: string
  email_key: string | null
  email_verified_at: Date | null
  qr_code_id: string
  qr_code_version: number
  subscription_tier: string
  tier_version: number
  security_settings: User['securitySettings']
  phone: string | null
  address: string | null
  language: string | null
  picture: string | null
  created_at: Date
}
type Facts = Columns & {
  failures: number
  elsewhere: number
  by_device: number
  last_failure: Date | null
  by_network: number
  last_by_network: Date | null
  device_exists: boolean
  device_known: boolean
}

const userOf = (row: Columns & { id: number }): User => ({
  id: row.id,
  username: row.username,
  usernameKey: row.username_key,
  lookalikeKey: row.lookalike_key,
  passwordHash: row.password_hash,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  emailKey: row.email_key,
  emailVerifiedAt: row.email_verified_at,
  qrCodeId: row.qr_code_id,
  qrCodeVersion: row.qr_code_version,
  subscriptionTier: row.subscription_tier,
  tierVersion: row.tier_version,
  securitySettings: row.security_settings,
  phone: row.phone,
  address: row.address,
  language: row.language,
  picture: row.picture,
  createdAt: row.created_at,
})

const eventValues = (event: EventEnvelope) => [event.id, event.name, JSON.stringify(event.data), event.at]

async function readFacts(client: pg.ClientBase, { usernameKey, address, network, deviceHash, at }: AttemptInput): Promise<LoginFacts> {
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const values = [usernameKey, deviceHash, address, ago(FAILURE_WINDOW), ago(DEVICE_LIFE), network]
  const [row] = await runStatement<Facts>(client, FACTS, values)
  if (!row) throw new Error('an aggregate returns one row')
  return {
    user: row.id === null ? undefined : toRecord(userOf({ ...row, id: row.id })),
    deviceExists: row.device_exists,
    deviceKnown: row.device_known,
    deviceFailures: row.by_device,
    failures: row.failures,
    failuresElsewhere: row.elsewhere,
    lastFailure: row.last_failure,
    networkFailures: row.by_network,
    lastNetworkFailure: row.last_by_network,
  }
}

export function createSignIns(pool: pg.Pool): SignIns {
  return {
    begin: (input, decide) =>
      inTransaction(pool, async (client) => {
        await runStatement(client, LOCK, [`account ${input.usernameKey}`])
        if (input.network) await runStatement(client, LOCK, [`network ${input.network}`])
        const facts = await readFacts(client, input)
        const decision = decide(facts)
        if (decision.wait > 0) return { ...decision, facts, id: undefined }
        const { usernameKey, address, network, deviceHash, at } = input
        const values = [usernameKey, address, network, deviceHash, decision.deviceKnown, at]
        const [row] = await runStatement<{ id: string }>(client, COUNT, values)
        return { ...decision, facts, id: row?.id }
      }),
    cancel: async (attemptId) => void (await runStatement(pool, CANCEL, [attemptId])),
    deviceExists: async (deviceHash) => (await runStatement(pool, DEVICE_EXISTS, [deviceHash])).length > 0,
    failed: (event) => insertOutbox(pool, [event]),
    succeeded: async (attemptId, userId, session, device, event) => {
      const { id, tokenHash, device: description, deviceType, browser, ipAddress, userAgent, at } = session
      const columns = [id, tokenHash, userId, description, deviceType, browser, ipAddress, userAgent, at, device.hash]
      await runStatement(pool, SUCCEEDED, [...columns, ...eventValues(event), attemptId])
    },
    clearFailuresOf: async (address) => void (await runStatement(pool, CLEAR_FAILURES, [address])),
  }
}
