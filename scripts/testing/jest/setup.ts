/** Before the wire tests: bundles the services, starts one temporary Postgres for the run, and the server of shared stacks. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import type { Server } from '#scripts/servers/server.ts'
import { prepareServices } from '#scripts/start/prepare.ts'
import { createTemplates } from '../databases.ts'
import { startServer } from '../servers.ts'
import { SharedStacks } from './shared-stacks.ts'

declare global {
  var wireRun:
    | {
        readonly postgres: Server
        readonly stacks: SharedStacks /** The folder of files that the tests of the run share. */
        readonly folder: string
      }
    | undefined
}

export default async function setup(): Promise<void> {
  const [postgres, stacks] = await Promise.all([startServer('postgres'), SharedStacks.listen(), prepareServices(ROOT)])
  const folder = mkdtempSync(join(tmpdir(), 'doorbell-run-'))
  globalThis.wireRun = { postgres, stacks, folder }
  await createTemplates(postgres.url)
  process.env.TEST_POSTGRES_URL = postgres.url
  process.env.TEST_SHARED_STACKS = stacks.url
  process.env.TEST_RUN_FOLDER = folder
}
