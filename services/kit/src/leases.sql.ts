import { statement } from './statement.ts'

export const TAKE_LEASE = statement({
  name: 'lease-take',
  params: { name: 'text', holder: 'uuid', now: 'timestamptz', until: 'timestamptz' },
  sql: `INSERT INTO leases (name, holder, until) VALUES (:name, :holder, :until)
ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
WHERE leases.holder = EXCLUDED.holder OR leases.until <= :now`,
})

export const RELEASE_LEASE = statement({
  name: 'lease-release',
  params: { name: 'text', holder: 'uuid' },
  sql: 'DELETE FROM leases WHERE name = :name AND holder = :holder',
})
