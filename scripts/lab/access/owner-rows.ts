/** All rows that the services store about some accounts, because a wrong caller must not change any. */
import type { ServiceName } from '#proto/operation.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { servicesWithDatabase } from '#scripts/database/migrate.ts'
import type { World } from '#scripts/testing/world.ts'

/** Conditions by column; `$1` is the ids of the accounts. The first of these columns that a table has identifies the owner of a row. */
const OWNED_BY = {
  user_id: 'user_id = ANY ($1)',
  owner_id: 'owner_id = ANY ($1)',
  activity_id: 'activity_id IN (SELECT id FROM activities WHERE owner_id = ANY ($1))',
  recording_id: 'recording_id IN (SELECT id FROM recordings WHERE owner_id = ANY ($1))',
  door_id: 'door_id IN (SELECT id FROM doors WHERE owner_id = ANY ($1))',
} as const
const OUTBOX = "COALESCE(data->>'userId', data->>'ownerId')::int = ANY ($1) AND name <> 'auth.login_failed'"
const MAILED = '(SELECT email FROM users WHERE id = ANY ($1))'

/** Tables without a column for the owner, or whose rows may change; null: they belong to no account. */
const OTHERS: Readonly<Record<string, string | null>> = {
  'auth.users': 'id = ANY ($1)',
  'auth.mails': `"to" IN ${MAILED}`,
  'auth.reset_requests': `email_key IN ${MAILED}`,
  'auth.outbox': OUTBOX,
  'doorbell.owners': 'id = ANY ($1)',
  'doorbell.outbox': OUTBOX,
  'security.outbox': OUTBOX,
  'billing.outbox': OUTBOX,
  'billing.stripe_events': 'customer_id IN (SELECT stripe_customer_id FROM customers WHERE user_id = ANY ($1))',
  'security.blocked_ips': '$1::int[] IS NOT NULL',
  // Failed log-ins change these rows, which the owner may see (docs/product/decisions.md, 27).
  'security.login_attempts': 'user_id = ANY ($1) AND success',
  'security.security_alerts': "user_id = ANY ($1) AND alert_type <> 'failed_login_attempts'",
  // Typed names, hashes without a user, and leases of jobs.
  'auth.login_failures': null,
  'auth.spent_challenges': null,
  'auth.mailed_addresses': null,
  'doorbell.leases': null,
  'notify.leases': null,
  'notify.ring_status': null,
  'notify.refused_sessions': null,
  // Jobs send them, repeatedly if nobody answers, so their rows change; devices, rings and webhooks are compared.
  'notify.deliveries': null,
  'notify.pushes': null,
  'notify.steps': null,
}
/** Columns that change by time, by the use of a session, or by deliveries. */
const MOVING = [
  'last_active',
  'last_at',
  'last_used_at',
  'last_seen_at',
  'sent_at',
  'next_at',
  'attempts',
  'mailed_at',
  'handled_at',
  'mailed',
]

type Column = { readonly table_name: string; readonly column_name: string }
type Row = { readonly table: string; readonly row: string }

/** @throws Error for a table that neither a column nor this file assigns */
function filterOf(table: string, columns: ReadonlySet<string>): string | null {
  const other = OTHERS[table]
  if (other !== undefined) return other
  const column = (Object.keys(OWNED_BY) as (keyof typeof OWNED_BY)[]).find((name) => columns.has(name))
  if (!column) throw new Error(`say in OTHERS of scripts/lab/access/owner-rows.ts which rows of ${table} are an account's`)
  return OWNED_BY[column]
}

async function statementOf(world: World, service: ServiceName): Promise<string> {
  const all = await world.postgres<Column>(
    service,
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%'",
  )
  const tables = Map.groupBy(all, ({ table_name }) => table_name)
  const selects = [...tables].flatMap(([name, columns]) => {
    const table = `${service}.${name}`
    const filter = filterOf(table, new Set(columns.map(({ column_name }) => column_name)))
    return filter ? [`SELECT '${table}' AS "table", (to_jsonb(t) - $2::text[])::text AS row FROM "${name}" t WHERE ${filter}`] : []
  })
  return selects.join(' UNION ALL ')
}

/** `read` returns each row as a text with table and content. */
export type OwnerRows = { read(): Promise<ReadonlySet<string>> }

/** @param accounts the ids of the users whose rows are read */
export async function ownerRows(world: World, accounts: readonly number[]): Promise<OwnerRows> {
  const services = servicesWithDatabase(ROOT) as ServiceName[]
  const statements = await Promise.all(services.map(async (service) => ({ service, text: await statementOf(world, service) })))
  return {
    read: async () => {
      const found = await Promise.all(
        statements.map(({ service, text }) => world.postgres<Row & Record<string, unknown>>(service, text, [accounts, MOVING])),
      )
      return new Set(found.flat().map(({ table, row }) => `${table} ${row}`))
    },
  }
}

/** @returns the rows that are only in one of the two */
export function changedRows(before: ReadonlySet<string>, after: ReadonlySet<string>): { gone: string[]; come: string[] } {
  return { gone: [...before].filter((row) => !after.has(row)), come: [...after].filter((row) => !before.has(row)) }
}
