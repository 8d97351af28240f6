import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AuthorizationError } from '@nats-io/transport-node'
import { Bus } from '#kit/bus.ts'
import type { Caller } from '#proto/envelope.ts'
import type { Input, OperationName, Output } from '#proto/operations/index.ts'
import { identify } from '../bootstrap/identity.mjs'
import { StartError } from '../servers/server.ts'

/** Calls operations of the running product, including internal ones. */
export type Rpc = {
  /** @param options `timeout` in milliseconds, where an operation takes longer than others */
  call<N extends OperationName>(
    operation: N,
    input: Input<N>,
    caller?: Partial<Caller>,
    options?: { readonly timeout?: number },
  ): Promise<Output<N>>
}

const QUIET = { trace() {}, debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

/**
 * Written by `npm start` for a running product: where its pages are on this machine, its servers' addresses and its file store; `gateway`
 * is NATS as the gateway's user.
 */
export type Connection = Readonly<Record<'url' | 'nats' | 'gateway' | 'postgres' | 'files', string>>

/**
 * Connects to the running product of DATA_DIR; `NATS_URL` names one that was started otherwise.
 * @throws StartError when none runs, or its NATS does not answer or refuses the user
 */
export async function connectToProduct(root: string, env: NodeJS.ProcessEnv): Promise<Bus> {
  return connectOnce(env.NATS_URL || readConnection(root, env).nats, 'operator')
}

/** Connects to it as its gateway, to call the operations of residents. @throws StartError when none runs */
export async function connectAsGateway(root: string, env: NodeJS.ProcessEnv): Promise<Bus> {
  return connectOnce(env.NATS_URL || readConnection(root, env).gateway, 'gateway')
}

/** A command does not wait for a server, as a service does. */
async function connectOnce(url: string, user: string): Promise<Bus> {
  try {
    return await Bus.connect(url, user, QUIET, { waits: false })
  } catch (error) {
    const servers = url.split(',').map((part) => new URL(part).host)
    if (error instanceof AuthorizationError) throw new StartError(`NATS at ${servers} refuses the user or password of NATS_URL.`)
    throw new StartError(`NATS does not answer at ${servers}: ${(error as Error).message}.`)
  }
}

export const dataDirOf = (root: string, env: NodeJS.ProcessEnv): string => (env.DATA_DIR ? resolve(env.DATA_DIR) : join(root, '.data'))

/** @throws StartError when no product runs with DATA_DIR */
export function readConnection(root: string, env: NodeJS.ProcessEnv): Connection {
  const dataDir = dataDirOf(root, env)
  const file = join(dataDir, 'connection.json')
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Connection & { readonly pid: number; readonly started: string })
    : undefined
  if (!known || identify(known.pid)?.started !== known.started) {
    throw new StartError(`No product runs with the data directory ${dataDir}: npm start, or name the directory in DATA_DIR.`)
  }
  return known
}
