/** `npm run admin -- <verb>`: the operator's tool, speaking to the running product of DATA_DIR. Exit codes: 0 done, 1 refused, 2 wrong usage. */
import { userInfo } from 'node:os'
import { houseCaller } from '#kit/handlers.ts'
import { Refusal } from '#kit/refusal.ts'
import { connectToProduct } from './admin/connection.ts'
import { type Operator, VERBS } from './admin/verbs.ts'
import { ROOT } from './bootstrap/launch.mjs'
import { StartError } from './servers/server.ts'

function usage(): string {
  const lines = Object.entries(VERBS).map(
    ([name, verb]) => `  ${[name, ...verb.takes.map((word) => `<${word}>`)].join(' ').padEnd(30)} ${verb.summary}`,
  )
  return ['npm run admin -- <verb>', ...lines].join('\n')
}

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...words] = args
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (!verb || words.length !== verb.takes.length) {
    console.error(usage())
    return 2
  }
  const bus = await connectToProduct(ROOT, process.env)
  const operator: Operator = {
    name: userInfo().username,
    call: (operation, input) => bus.call(operation, input, { caller: houseCaller('admin') }),
  }
  try {
    for (const line of await verb.run(operator, words)) console.log(line)
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
