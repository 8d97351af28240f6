/** `npm run demo`: fills the running product of DATA_DIR with an account to look at; `-- --remove` takes it away. Exit codes as `npm run admin`. */
import { houseCaller } from '#kit/handlers.ts'
import { Refusal } from '#kit/refusal.ts'
import { connectToProduct } from './admin/connection.ts'
import { ROOT } from './bootstrap/launch.mjs'
import { findDemo, type House, makeDemo, removeDemo } from './demo/demo.ts'
import { StartError } from './servers/server.ts'

const HOW_TO_REMOVE = 'To remove it with everything it has: npm run demo -- --remove'

async function remove(house: House): Promise<readonly string[]> {
  const demo = await findDemo(house)
  if (!demo) return ['There is no demo.']
  return [`The demo is gone: its account, its doors and ${await removeDemo(house, demo.id)} visits.`]
}

async function make(house: House): Promise<readonly string[]> {
  if (await findDemo(house)) return ['The demo is there already; its first run has printed how to sign in.', HOW_TO_REMOVE]
  const { username, password, visits } = await makeDemo(house, new Date(), (line) => console.log(line))
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
  const bus = await connectToProduct(ROOT, process.env)
  const house: House = { call: (operation, input, caller) => bus.call(operation, input, { caller: { ...houseCaller('demo'), ...caller } }) }
  try {
    for (const line of await (args[0] ? remove(house) : make(house))) console.log(line)
    return 0
  } finally {
    await bus.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartError || error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}
