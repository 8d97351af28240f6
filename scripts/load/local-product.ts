/** The product under load, if it is the one of DATA_DIR on this machine: its processes, and operations of its operator. */
import { resolve } from 'node:path'
import { AppError } from '#kit/app-error.ts'
import { systemCaller } from '#kit/handlers.ts'
import { connectToProduct, readConnection } from '../admin/connection.ts'
import { ROOT } from '../bootstrap/launch.mjs'
import { StartError } from '../servers/server.ts'
import { type ProductProcess, productProcesses } from '../start/processes.ts'
import type { LoadAccount } from './account-set.ts'

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
  const bus = await connectToProduct(ROOT, env)
  const options = { caller: systemCaller('load') }
  const user = await bus.call('auth.find_user', { username: account?.username ?? '' }, options).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })
  if (user?.id !== account?.id) {
    await bus.close()
    return undefined
  }
  const dataDir = resolve(env.DATA_DIR || `${ROOT}/.data`)
  return {
    processes: () => productProcesses(dataDir),
    grantPremium: async (userId) => void (await bus.call('billing.grant', { userId, by: 'load' }, options)),
    close: () => bus.close(),
  }
}
