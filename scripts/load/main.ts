/** `npm run load`: exit codes 0 every threshold met, 99 one missed, 1 it could not run. */
import { existsSync } from 'node:fs'
import { AppError } from '#kit/app-error.ts'
import { ROOT } from '../bootstrap/launch.mjs'
import { StartError } from '../servers/server.ts'
import { deleteAccounts, readAccounts } from './accounts.ts'
import { runCalls } from './calls.ts'
import { type LoadOptions, type RunOptions, readOptions, USAGE } from './options.ts'
import { errorLines, passed, verdictLines } from './report.ts'
import { runLoad } from './run.ts'
import { reportFiles, saveFigures } from './save-report.ts'

const MISSED = 99
const say = (line: string) => console.log(`  ${line}`)

async function clean({ url, senders }: Extract<LoadOptions, { command: 'clean' }>): Promise<number> {
  if (!readAccounts(url)) {
    console.log(`No accounts are kept for ${url}.`)
    return 0
  }
  const { kept, deleted } = await deleteAccounts(url, senders, say)
  const others = deleted < kept ? '; the others were gone' : ''
  console.log(`${deleted} of ${kept} accounts are closed, and the product deletes their rings${others}.`)
  return 0
}

async function run(options: RunOptions): Promise<number> {
  const { scenario, profileName, url } = options
  console.log(`load ${scenario} ${profileName} on ${url}`)
  const files = reportFiles(ROOT, options)
  const report = await (scenario === 'calls' ? runCalls(options, say) : runLoad({ ...options, scenario, page: files.html }, say))
  // k6 has printed its own (summaryText).
  for (const line of [...(scenario === 'calls' ? verdictLines(report.verdicts) : []), ...errorLines(report)]) console.log(line)
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
  return options.command === 'clean' ? clean(options) : run(options)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof StartError || error instanceof AppError ? error.message : error)
  process.exitCode = 1
}
