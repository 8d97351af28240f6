/** Log-in is a hot path: each step is one prepared statement. */
import type pg from 'pg'
import { insertOutbox } from '#kit/outbox.ts'
import { runStatement, type Statement } from '#kit/postgres.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { User } from '../../generated/client.ts'
import type { SignIns } from '../domain/ports.ts'
import { toRecord } from './accounts.ts'

const FACTS: Statement = {
  name: 'login-facts',
  text: `
    SELECT u.*, f.elsewhere, f.by_device, f.last_elsewhere,
      EXISTS (SELECT 1 FROM known_devices d WHERE d.device_hash = $2 AND d.last_at > $5) AS device_exists,
      EXISTS (SELECT 1 FROM known_devices d WHERE d.device_hash = $2 AND d.user_id = u.id AND d.last_at > $5) AS device_known
    FROM (
      SELECT count(*) FILTER (WHERE address <> $3 AND NOT device_known)::int AS elsewhere,
        count(*) FILTER (WHERE device_known AND device_hash = $2)::int AS by_device,
        max(at) FILTER (WHERE address <> $3 AND NOT device_known) AS last_elsewhere
      FROM login_failures WHERE username_key = $1 AND at > $4
    ) f
    LEFT JOIN users u ON u.username_key = $1`,
}
const FAILED: Statement = {
  name: 'login-failed',
  text: `
    WITH event AS (INSERT INTO outbox (id, name, data, at) VALUES ($6, $7, $8, $9))
    INSERT INTO login_failures (username_key, address, device_hash, device_known, at) VALUES ($1, $2, $3, $4, $5)`,
}
const SUCCEEDED: Statement = {
  name: 'login-succeeded',
  text: `
    WITH session AS (
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
type Facts = Columns & { elsewhere: number; by_device: number; last_elsewhere: Date | null; device_exists: boolean; device_known: boolean }

const userOf = (row: Columns & { id: number }): User => ({
  id: row.id,
  username: row.username,
  usernameKey: row.username_key,
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

export function createSignIns(pool: pg.Pool): SignIns {
  return {
    facts: async ({ usernameKey, address, deviceHash, since, devicesSince }) => {
      const [row] = await runStatement<Facts>(pool, FACTS, [usernameKey, deviceHash, address, since, devicesSince])
      if (!row) throw new Error('an aggregate answers one row')
      return {
        user: row.id === null ? undefined : toRecord(userOf({ ...row, id: row.id })),
        deviceExists: row.device_exists,
        deviceKnown: row.device_known,
        deviceFailures: row.by_device,
        failuresElsewhere: row.elsewhere,
        lastFailureElsewhere: row.last_elsewhere,
      }
    },
    deviceExists: async (deviceHash) => (await runStatement(pool, DEVICE_EXISTS, [deviceHash])).length > 0,
    failed: async (failure, event) => {
      if (!failure) return insertOutbox(pool, [event])
      const { usernameKey, address, deviceHash, deviceKnown, at } = failure
      await runStatement(pool, FAILED, [usernameKey, address, deviceHash, deviceKnown, at, ...eventValues(event)])
    },
    succeeded: async (userId, session, device, event) => {
      const { id, tokenHash, device: words, deviceType, browser, ipAddress, userAgent, at } = session
      const columns = [id, tokenHash, userId, words, deviceType, browser, ipAddress, userAgent, at, device.hash]
      await runStatement(pool, SUCCEEDED, [...columns, ...eventValues(event)])
    },
  }
}
