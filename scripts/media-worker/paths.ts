import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bootstrap/launch.mjs'
import { cacheFolder } from '../servers/cache.ts'

/** The installed package: a worker works only with exactly its own version. */
export const MEDIASOUP = join(ROOT, 'node_modules', 'mediasoup')

export type MediasoupPackage = { readonly version: string; readonly repository: { readonly url: string } }

export const mediasoupPackage = (): MediasoupPackage => JSON.parse(readFileSync(join(MEDIASOUP, 'package.json'), 'utf8'))

/** The cached worker's path for this version and machine, whether or not it exists. */
export function workerPath(): string {
  return join(cacheFolder(), 'mediasoup-worker', `${mediasoupPackage().version}-${process.platform}-${process.arch}`, 'mediasoup-worker')
}
