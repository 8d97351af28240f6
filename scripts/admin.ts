/** `npm run admin -- <verb>`: the operator's tool for the running product of DATA_DIR. Exit codes: 0 done, 1 refused, 2 wrong usage. */
import { userInfo } from 'node:os'
import { AppError } from '#kit/app-error.ts'
import { DeadLetters } from '#kit/dead-letters.ts'
import { systemCaller } from '#kit/handlers.ts'
import { connectToProduct } from './admin/connection.ts'
import { LOCAL_VERBS } from './admin/local-verbs.ts'
import { matchesForm, type Operator, usageOf, VERBS } from './admin/verbs.ts'
import { ROOT } from './bootstrap/launch.mjs'
import { StartError } from './servers/server.ts'
import { printable } from './start/log-lines.ts'

function usage(): string {
  const lines = Object.entries({ ...VERBS, ...LOCAL_VERBS }).map(
    ([name, verb]) => `  ${`${name} ${usageOf(verb)}`.padEnd(46)} ${verb.summary}`,
  )
  return ['npm run admin -- <verb>', ...lines].join('\n')
}

/** The account's name, or its number where it has none, as in a container. */
function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...verbArgs] = args
  const local = Object.hasOwn(LOCAL_VERBS, name) ? LOCAL_VERBS[name] : undefined
  if (local && matchesForm(local, verbArgs)) {
    const [print, note] = [(line: string) => console.log(printable(line)), (line: string) => console.error(printable(line))]
    return local.run({ root: ROOT, env: process.env, args: verbArgs, print, note })
  }
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (!verb || !matchesForm(verb, verbArgs)) {
    console.error(usage())
    return 2
  }
  const bus = await connectToProduct(ROOT, process.env)
  const operator: Operator = {
    name: operatorName(),
    call: (operation, input, caller, options) =>
      bus.call(operation, input, { ...options, caller: { ...systemCaller('admin'), ...caller } }),
    deadLetters: await DeadLetters.open(bus),
  }
  try {
    for (const line of await verb.run(operator, verbArgs)) console.log(printable(line))
    return 0
  } finally {
    await bus.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartError || error instanceof AppError ? error.message : error)
  process.exitCode = 1
}
