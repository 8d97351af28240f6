// @all: a tool
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { statements } from './statements.ts'

let root: string
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A tree with the database of one service alone, and a migration of its own after the others. */
function treeWith(service: string, migration: string): void {
  root = mkdtempSync(join(tmpdir(), 'statements-'))
  const folder = join(root, 'services', service, 'prisma')
  cpSync(join(ROOT, 'services', service, 'prisma'), folder, { recursive: true })
  const added = join(folder, 'migrations', '99999999999999_change')
  mkdirSync(added)
  writeFileSync(join(added, 'migration.sql'), migration)
}

/** The files of the findings that are about this service. */
async function filesNamed(service: string): Promise<string[]> {
  const { findings } = await statements(root)
  return [...new Set(findings.map(({ file }) => file))].filter((file) => file.startsWith(`services/${service}/`)).toSorted()
}

test('a renamed column is reported in every file that names it', async () => {
  treeWith('doorbell', 'ALTER TABLE contacts RENAME COLUMN first_name TO given_name')
  expect(await filesNamed('doorbell')).toEqual([
    'services/doorbell/src/contacts/contacts.sql.ts',
    'services/doorbell/src/contacts/invites.sql.ts',
  ])
})

test('a column of one branch of a family is reported', async () => {
  treeWith('doorbell', 'ALTER TABLE activities RENAME COLUMN has_chat TO chatted')
  const { findings } = await statements(root)
  expect(findings).toContainEqual({
    file: 'services/doorbell/src/history/history.sql.ts',
    message: 'history-horizon: column a.has_chat does not exist',
  })
})

test('a column of another type or that may be null is reported', async () => {
  treeWith('auth', `ALTER TABLE sessions ALTER COLUMN user_id TYPE bigint, ALTER COLUMN last_active DROP NOT NULL, ADD COLUMN unused text`)
  const { findings } = await statements(root)
  const messages = findings.filter(({ file }) => file === 'services/auth/src/sessions/sessions.sql.ts').map(({ message }) => message)
  expect(messages.filter((message) => message.startsWith('session-by-token'))).toEqual([
    'session-by-token: column userId is int8 in the database, int in the row type',
    'session-by-token: column lastActive may be null in the database: its row type is timestamptz?',
  ])
})
