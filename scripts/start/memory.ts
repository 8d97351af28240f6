/**
 * Prints the memory of each process of the running product of DATA_DIR, including npm and the supervisor: `node scripts/run.mjs
 * scripts/start/memory.ts`. Linux only.
 */
import { join, resolve } from 'node:path'
import { ROOT } from '../bootstrap/launch.mjs'
import { StartError } from '../servers/server.ts'
import { megabytesOf, productProcesses } from './processes.ts'

try {
  const processes = productProcesses(process.env.DATA_DIR ? resolve(process.env.DATA_DIR) : join(ROOT, '.data'))
  const rows = processes.map(({ name, pid }) => ({ name, pid, megabytes: megabytesOf(pid) }))
  for (const { name, pid, megabytes } of rows) console.log(`${megabytes.toFixed(1).padStart(7)} MB  ${name} (${pid})`)
  console.log(
    `${rows
      .reduce((sum, row) => sum + row.megabytes, 0)
      .toFixed(1)
      .padStart(7)} MB  together`,
  )
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
