import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { OWNED_TABLES, RETAINED_TABLES } from './owners.sql.ts'

/** The tables of the schema with a column. */
function tablesWith(column: string): string[] {
  const schema = readFileSync(join(ROOT, 'services/doorbell/prisma/schema.prisma'), 'utf8')
  const models = [...schema.matchAll(/^model \w+ \{(.*?)^\}/gms)].map(([, body = '']) => body)
  return models
    .filter((body) => body.includes(`@map("${column}")`))
    .flatMap((body) => /@@map\("(\w+)"\)/.exec(body)?.[1] ?? [])
    .toSorted()
}

test('an account’s deletion names every table with an owner', () => {
  expect(OWNED_TABLES.toSorted()).toEqual(tablesWith('owner_id'))
})

test('an upgrade extends every table that has both an owner and an expiry, except invites and invitations', () => {
  const expiring = tablesWith('expires_at').filter((table) => tablesWith('owner_id').includes(table))
  expect([...RETAINED_TABLES, 'invites', 'invitations'].toSorted()).toEqual(expiring)
})
