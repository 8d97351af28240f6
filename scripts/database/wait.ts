/** Waits for a database that other processes start and migrate. */
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../servers/server.ts'
import { missingMigrations, open } from './migrate.ts'

const LOOK_EVERY_MS = 500
const SAY_EVERY_MS = 15_000

export type WaitOptions = {
  readonly timeoutMs: number
  /** Receives a line whenever the reason changes, and every 15 s. */
  readonly say: (line: string) => void
  /** Another process creates the role: until then its refusal is a reason to wait. */
  readonly roleComes?: boolean
}

/**
 * Waits until the database's server answers; the database itself may be missing.
 * @throws StartError when it refuses the credentials or the time is over
 */
export function waitUntilReachable(url: string, service: string, options: WaitOptions): Promise<void> {
  const look = async () => {
    await (await open(url)).end()
    return undefined
  }
  return waitFor(service, () => reasonToWait(look, { mayBeMissing: true, roleComes: false }), options)
}

/**
 * Waits until the database has at least the migrations of this tree.
 * @throws StartError when it refuses the credentials or the time is over
 */
export function waitUntilMigrated(root: string, url: string, service: string, options: WaitOptions): Promise<void> {
  const look = async () => {
    const [next, ...others] = await missingMigrations(root, url, service)
    return next && `migration ${next} is not applied yet${others.length > 0 ? `, nor are ${others.length} after it` : ''}`
  }
  return waitFor(service, () => reasonToWait(look, { mayBeMissing: false, roleComes: options.roleComes === true }), options)
}

type Look = () => Promise<string | undefined>

/** @returns the result of `look`, or why the database cannot be queried @throws StartError if it refuses the credentials */
async function reasonToWait(
  look: Look,
  { mayBeMissing, roleComes }: { readonly mayBeMissing: boolean; readonly roleComes: boolean },
): Promise<string | undefined> {
  try {
    return await look()
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    // Class 28: invalid authorization specification.
    if (code.startsWith('28') && roleComes) return `the database server does not let us in yet: ${message}`
    if (code.startsWith('28')) throw new StartError(`The database server does not let us in: ${message}.`)
    // invalid_catalog_name
    if (code === '3D000' && mayBeMissing) return undefined
    return `the database does not answer: ${message || code}`
  }
}

async function waitFor(service: string, look: Look, { timeoutMs, say }: WaitOptions): Promise<void> {
  const from = performance.now()
  let said = { reason: '', at: 0 }
  for (;;) {
    const reason = await look()
    if (!reason) return
    const now = performance.now()
    const seconds = Math.round((now - from) / 1000)
    if (now - from > timeoutMs) throw new StartError(`${service}: given up after ${seconds} s: ${reason}.`)
    if (reason !== said.reason || now - said.at > SAY_EVERY_MS) {
      said = { reason, at: now }
      say(`${service}: waiting, ${seconds} s: ${reason}`)
    }
    await pause(LOOK_EVERY_MS)
  }
}
