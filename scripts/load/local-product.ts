/** The product under load, if it is the one of DATA_DIR on this machine: its processes, and operations of its operator. */
import { resolve } from 'node:path'
import { systemCaller } from '#kit/handlers.ts'
import { connectToProduct, type Rpc, readConnection } from '../admin/connection.ts'
import { ROOT } from '../bootstrap/launch.mjs'
import { StartError } from '../servers/server.ts'
import { type ProductProcess, productProcesses } from '../start/processes.ts'
import { findUser } from './accounts.ts'
import type { LoadAccount } from './plan.ts'

export type LocalProduct = {
  processes(): readonly ProductProcess[]
  grantPremium(userId: number): Promise<void>
  close(): Promise<void>
}

export const NOT_LOCAL = 'CPU and memory are not measured: the product is not the one of DATA_DIR on this machine'

/** @returns undefined where the product of DATA_DIR does not know the account, or none runs */
export async function openLocalProduct(account: LoadAccount | undefined, env: NodeJS.ProcessEnv): Promise<LocalProduct | undefined> {
  try {
    readConnection(ROOT, env)
  } catch (error) {
    if (error instanceof StartError) return undefined
    throw error
  }
  const { rpc, close } = await openRpc(env)
  const user = await findUser(rpc, account?.username ?? '')
  if (user?.id !== account?.id) {
    await close()
    return undefined
  }
  const dataDir = resolve(env.DATA_DIR || `${ROOT}/.data`)
  return {
    processes: () => productProcesses(dataDir),
    grantPremium: async (userId) => void (await rpc.call('billing.grant', { userId, by: 'load' })),
    close,
  }
}

/** @returns the operator's connection to the product @throws StartError if none runs */
export async function openRpc(env: NodeJS.ProcessEnv): Promise<{ readonly rpc: Rpc; close(): Promise<void> }> {
  const bus = await connectToProduct(ROOT, env)
  return { rpc: { call: (operation, input) => bus.call(operation, input, { caller: systemCaller('load') }) }, close: () => bus.close() }
}
