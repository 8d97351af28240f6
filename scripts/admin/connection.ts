import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Bus } from '#kit/bus.ts'
import { identify } from '../bootstrap/identity.mjs'
import { StartError } from '../servers/server.ts'

const QUIET = { trace() {}, debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

/**
 * Finds the running product by what its start wrote into the data directory; `NATS_URL` names one that was started otherwise.
 * @throws StartError when none runs
 */
export async function connectToProduct(root: string, env: NodeJS.ProcessEnv): Promise<Bus> {
  return Bus.connect(env.NATS_URL || readUrl(env.DATA_DIR ? resolve(env.DATA_DIR) : join(root, '.data')), 'admin', QUIET)
}

function readUrl(dataDir: string): string {
  const file = join(dataDir, 'connection.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { pid: number; started: string; nats: string }) : undefined
  if (!known || identify(known.pid)?.started !== known.started) {
    throw new StartError(`No product runs with the data directory ${dataDir}: npm start, or name the directory in DATA_DIR.`)
  }
  return known.nats
}
