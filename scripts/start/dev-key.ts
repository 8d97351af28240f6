/** The key of `/dev` (the mailbox), generated at each start and readable only with access to the data directory. */
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLoopbackHost } from '#kit/loopback.ts'

export const devKeyFile = (dataDir: string): string => join(dataDir, 'dev-key')

/**
 * @param publicUrl the operator's PUBLIC_URL
 * @returns undefined if the product has a public address, which has no `/dev`
 */
export function makeDevKey(dataDir: string, publicUrl: string | undefined): string | undefined {
  const file = devKeyFile(dataDir)
  rmSync(file, { force: true })
  if (publicUrl && !isLoopbackHost(URL.parse(publicUrl)?.hostname ?? '')) return undefined
  const key = randomBytes(32).toString('base64url')
  writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return key
}
