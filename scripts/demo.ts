/**
 * `npm run demo`: fills the running product of DATA_DIR with an account to look at; `-- --remove` deletes it. Exit codes as `npm run
 * admin`.
 */

import { AppError } from '#kit/app-error.ts'
import { systemCaller } from '#kit/handlers.ts'
import { type OperationName, operationNamed } from '#proto/operations/index.ts'
import { connectAsGateway, connectToProduct, type Rpc, readConnection } from './admin/connection.ts'
import { deleteUser } from './admin/delete-user.ts'
import { ROOT } from './bootstrap/launch.mjs'
import { databaseName, databaseUrl } from './database/migrate.ts'
import { createDemo, findDemo } from './demo/demo.ts'
import { StartError } from './servers/server.ts'
import { asOwnerOf } from './start/step-down.ts'

const HOW_TO_REMOVE = 'To remove it with everything it has: npm run demo -- --remove'

const isOperators = (operation: OperationName) => operationNamed(operation).from?.includes('operator') === true

async function remove(rpc: Rpc): Promise<readonly string[]> {
  const demo = await findDemo(rpc)
  if (!demo) return ['There is no demo.']
  await deleteUser(rpc, demo.id, 'demo')
  return ['The demo is gone, with its account, its doors and its visits.']
}

async function create(rpc: Rpc): Promise<readonly string[]> {
  const { postgres, files } = readConnection(ROOT, process.env)
  if (await findDemo(rpc)) return ['The demo is there already; its first run has printed how to sign in.', HOW_TO_REMOVE]
  const storage = { databaseUrl: databaseUrl(postgres, databaseName(postgres, 'doorbell')), filesDir: files }
  const { username, password, visits } = await asOwnerOf(files, () => createDemo(rpc, storage, new Date(), (line) => console.log(line)))
  return [
    `The demo is there, with ${visits} visits of sixty days. Sign in with:`,
    `  username  ${username}`,
    `  password  ${password}`,
    HOW_TO_REMOVE,
  ]
}

async function main(args: readonly string[]): Promise<number> {
  if (args.length > 1 || (args[0] !== undefined && args[0] !== '--remove')) {
    console.error('npm run demo\nnpm run demo -- --remove')
    return 2
  }
  const [operator, gateway] = await Promise.all([connectToProduct(ROOT, process.env), connectAsGateway(ROOT, process.env)])
  const rpc: Rpc = {
    call: (operation, input, caller, options) =>
      (isOperators(operation) ? operator : gateway).call(operation, input, { ...options, caller: { ...systemCaller('demo'), ...caller } }),
  }
  try {
    for (const line of await (args[0] ? remove(rpc) : create(rpc))) console.log(line)
    return 0
  } finally {
    await Promise.all([operator.close(), gateway.close()])
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartError || error instanceof AppError ? error.message : error)
  process.exitCode = 1
}
