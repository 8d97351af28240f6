import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../servers/server.ts'

const NAMES = ['postgres', 'redis', 'nats', 'visitorTokenKey', 'internalKey'] as const
export type Secrets = Readonly<Record<(typeof NAMES)[number], string>>

/**
 * The credentials between services: generated once, stored with mode 600. Missing ones are added.
 * @throws StartError if the file is damaged, because new secrets would not open the existing database
 */
export function keepSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  const kept = readKept(file)
  if (NAMES.every((name) => typeof kept[name] === 'string')) return kept as Secrets
  const all = Object.fromEntries(NAMES.map((name) => [name, kept[name] ?? randomBytes(32).toString('hex')])) as Secrets
  writeFileSync(`${file}.new`, JSON.stringify(all, undefined, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return all
}

function readKept(file: string): Partial<Record<string, string>> {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new StartError(`${file} is damaged: restore it from a copy, or choose another DATA_DIR.`)
  }
}
