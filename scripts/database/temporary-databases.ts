/** Freshly migrated databases on a separate PostgreSQL that runs only during the work. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../servers/postgres.ts'
import { migrate } from './migrate.ts'

/**
 * @param root the tree whose `services/<name>/prisma/migrations` are applied
 * @param work gets the server's address, and a folder that is deleted afterwards
 * @throws StartError when a migration fails
 */
export async function withDatabases<T>(
  root: string,
  services: readonly string[],
  work: (serverUrl: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'databases-'))
  const postgres = await startPostgres({ dir: folder, password: randomBytes(12).toString('hex'), durable: false })
  try {
    await Promise.all(services.map((service) => migrate(root, postgres.url, service)))
    return await work(postgres.url, folder)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
