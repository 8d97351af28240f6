import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BytesOwner } from '#proto/operations/index.ts'
import { deriveSecret } from '../servers/credentials.ts'
import { StartError } from '../servers/server.ts'

/**
 * Of each server, the secret from which its users' passwords are derived; for visitors' tokens and pushes, the keys, the newest first.
 */
const NAMES = ['postgres', 'redis', 'nats', 'visitorTokenKey', 'internalKey', 'attemptKey', 'factorKey', 'pushKeys'] as const
export type Secrets = Readonly<Record<(typeof NAMES)[number], string>>

const PUSH_KEY_BYTES = 32

/** The newest first: the first key signs, all of them verify. */
export const visitorTokenKeysOf = ({ visitorTokenKey }: Secrets): readonly string[] => visitorTokenKey.split(',')

/** The key that the gateway shares with one service that owns files. */
export const internalKeyOf = (secret: string, owner: BytesOwner) => deriveSecret(secret, `bytes gateway ${owner}`)

/**
 * Reads the secrets of a data directory; missing ones are generated. They are stored with mode 600.
 * @throws StartError if the file is damaged, because new secrets would not open the existing database
 */
export function keepSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  const kept = readKept(file)
  if (NAMES.every((name) => typeof kept[name] === 'string')) return kept as Secrets
  const all = Object.fromEntries(NAMES.map((name) => [name, kept[name] ?? (name === 'pushKeys' ? newPushKey() : newSecret())])) as Secrets
  write(file, all)
  return all
}

const newSecret = () => randomBytes(32).toString('hex')

/** A private key of P-256 (VAPID, RFC 8292) in base64url. */
export function newPushKey(): string {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const key = ecdh.getPrivateKey()
  return Buffer.concat([Buffer.alloc(PUSH_KEY_BYTES - key.length), key]).toString('base64url')
}

function write(file: string, secrets: Secrets): void {
  writeFileSync(`${file}.new`, JSON.stringify(secrets, undefined, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/**
 * Adds a new key for visitors' tokens, and one for pushes, in front of the present one, which stays valid until the next rotation. Older
 * keys are dropped. Takes effect at the next start.
 * @throws StartError if there are no secrets, or they are damaged
 */
export function rotateKeys(dataDir: string): void {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) throw new StartError(`${file} is not there: npm start, or name the directory in DATA_DIR.`)
  const secrets = keepSecrets(dataDir)
  const [present] = visitorTokenKeysOf(secrets)
  const [presentPushKey] = secrets.pushKeys.split(',')
  write(file, {
    ...secrets,
    visitorTokenKey: [newSecret(), present].join(','),
    pushKeys: [newPushKey(), presentPushKey].join(','),
  })
}

function readKept(file: string): Partial<Record<string, string>> {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new StartError(`${file} is damaged: restore it from a copy, or choose another DATA_DIR.`)
  }
}
