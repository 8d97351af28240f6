import pg from 'pg'
import type { SharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

/** Starts the work while another transaction locks the owner's row, so that all of it overlaps. */
export async function atOnce<T>(
  world: SharedStack,
  ownerId: number,
  works: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const holder = new pg.Client({ connectionString: world.databaseUrl('doorbell') })
  await holder.connect()
  try {
    await holder.query('BEGIN')
    const { rows } = await holder.query('SELECT pg_backend_pid() AS pid FROM owners WHERE id = $1 FOR UPDATE', [ownerId])
    const results = Promise.allSettled(works.map((work) => work()))
    await eventually('all of them to wait', async () => {
      const waiting = `WITH RECURSIVE blocked (pid) AS (SELECT $1::int UNION
        SELECT a.pid FROM pg_stat_activity a JOIN blocked b ON b.pid = ANY (pg_blocking_pids(a.pid)))
        SELECT pid FROM blocked WHERE pid <> $1`
      return (await world.postgres('doorbell', waiting, [rows[0]?.pid])).length === works.length
    })
    await holder.query('COMMIT')
    return await results
  } finally {
    await holder.end()
  }
}
