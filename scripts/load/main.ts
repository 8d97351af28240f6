/** `npm run load`: exit codes 0 every threshold met, 99 one missed, 1 it could not run. */
import { existsSync } from 'node:fs'
import { AppError } from '#kit/app-error.ts'
import { ROOT } from '../bootstrap/launch.mjs'
import { StartError } from '../servers/server.ts'
import { readAccounts, removeAccounts } from './accounts.ts'
import { runCalls } from './calls.ts'
import { openRpc } from './local-product.ts'
import { type LoadOptions, readOptions, USAGE } from './options.ts'
import { errorLines, passed, verdictLines } from './report.ts'
import { runLoad } from './run.ts'
import { reportFiles, saveFigures } from './save-report.ts'

const MISSED = 99
const say = (line: string) => console.log(`  ${line}`)

async function clean(url: string): Promise<number> {
  const kept = readAccounts(url)
  if (!kept) {
    console.log(`No accounts are kept for ${url}.`)
    return 0
  }
  const product = await openRpc(process.env).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error
    throw new StartError(
      `${kept.accounts.length} accounts remain at ${url}, named ${kept.accounts[0]?.username} and so on: only the operator deletes ` +
        "accounts, through the product's NATS: DATA_DIR of a start on this machine, or NATS_URL, for a cluster as in the README under " +
        `"Load". ${error.message}`,
    )
  })
  try {
    const removed = await removeAccounts(url, product.rpc, say)
    const others = removed < kept.accounts.length ? '; the others were gone' : ''
    console.log(`${removed} of ${kept.accounts.length} accounts are removed with all their rings${others}.`)
    return 0
  } finally {
    await product.close()
  }
}

async function run(options: Extract<LoadOptions, { command: 'run' }>): Promise<number> {
  const { scenario, profileName, url } = options
  console.log(`load ${scenario} ${profileName} on ${url}`)
  const files = reportFiles(ROOT, options)
  const report = await (scenario === 'calls' ? runCalls(options, say) : runLoad({ ...options, scenario, page: files.html }, say))
  for (const line of [...verdictLines(report), ...errorLines(report)]) console.log(line)
  saveFigures(files, report)
  if (existsSync(files.html)) console.log(`report  ${files.html}`)
  console.log(`figures ${files.json}`)
  return passed(report) ? 0 : MISSED
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args, process.env)
  if (options.command === 'help') {
    console.log(USAGE)
    return 0
  }
  return options.command === 'clean' ? clean(options.url) : run(options)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartError || error instanceof AppError ? error.message : error)
  process.exitCode = 1
}
