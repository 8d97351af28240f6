/** Rows of the release before `params`, on a database that is migrated from it. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import pg from 'pg'
import { databaseName, databaseUrl, migrate } from '#scripts/database/migrate.ts'
import { withDatabases } from '#scripts/database/temporary-databases.ts'
import { createPrisma } from '../src/core/prisma.store.ts'
import { createNotifications } from '../src/notifications/notifications.store.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MIGRATIONS = 'services/doorbell/prisma/migrations'
const MIGRATION = '20261123190000_notifications_are_kind_and_params'

const ROWS = `INSERT INTO notifications (owner_id, type, kind, title, message, name, timestamp, expires_at) VALUES
  (7, 'doorbell', 'left', 'Tom rang and left', 'Parcel', 'Tom', '2026-11-20', '2099-01-01'),
  (7, 'system', 'device', 'New device signed in', 'Chrome on Windows.', 'Chrome on Windows', '2026-11-20', '2099-01-01'),
  (7, 'system', 'plan', 'Your plan has changed', 'You are on the Premium plan.', 'premium', '2026-11-20', '2099-01-01'),
  (7, 'doorbell', 'ring', 'Vera rang your doorbell', 'Hello', NULL, '2026-11-20', '2099-01-01')`

/** @returns the folder of a tree as it was before the migration; to be deleted */
function treeBefore(): string {
  const tree = mkdtempSync(join(tmpdir(), 'before-'))
  for (const name of readdirSync(join(ROOT, MIGRATIONS)).filter((migration) => migration < MIGRATION))
    cpSync(join(ROOT, MIGRATIONS, name), join(tree, MIGRATIONS, name), { recursive: true })
  return tree
}

// covers: E-notification
test('stored names become params, and are shown and found', async () => {
  const before = treeBefore()
  try {
    await withDatabases(before, ['doorbell'], async (serverUrl) => {
      const pool = new pg.Pool({ connectionString: databaseUrl(serverUrl, databaseName(serverUrl, 'doorbell')), max: 2 })
      // The database is dropped while the server still ends the pool's connections.
      pool.on('error', () => undefined)
      const prisma = createPrisma(pool)
      await pool.query(ROWS)
      expect(await migrate(ROOT, serverUrl, 'doorbell')).toContain(MIGRATION)
      const store = createNotifications(pool, pool, prisma)
      const page = { limit: 9, before: undefined, now: new Date('2026-11-21') }
      const shown = async (search?: string) => (await store.ofOwner(7, { ...page, search })).map(({ kind, params }) => ({ kind, params }))
      expect(await shown()).toEqual([
        { kind: 'ring', params: {} },
        { kind: 'plan', params: { tier: 'premium' } },
        { kind: 'device', params: { device: 'Chrome on Windows' } },
        { kind: 'left', params: { name: 'Tom' } },
      ])
      expect(await shown('TOM')).toEqual([{ kind: 'left', params: { name: 'Tom' } }])
      await prisma.$disconnect()
      await pool.end()
    })
  } finally {
    rmSync(before, { recursive: true, force: true })
  }
})
