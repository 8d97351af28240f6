import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bootstrap/launch.mjs'
import { cacheFolder } from '../servers/cache.ts'

/** The version of the installed package: a worker speaks to exactly its own. */
export function mediasoupVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'node_modules', 'mediasoup', 'package.json'), 'utf8')) as { version: string }).version
}

/** Where the worker of this version and machine is kept, whether it is there yet or not. */
export function workerPath(): string {
  return join(cacheFolder(), 'mediasoup-worker', `${mediasoupVersion()}-${process.platform}-${process.arch}`, 'mediasoup-worker')
}
