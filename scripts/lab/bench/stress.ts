/** A load generator: processes that compute without a pause, so that everything else shares the cores with them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

const BUSY = 'for (;;) Math.sqrt(Math.random())'
/** Processes for each core. */
const PER_CORE = 2

export type Stress = { readonly generator: string; readonly stop: () => void }

export function startStress(): Stress {
  const count = PER_CORE * cpus().length
  const children: ChildProcess[] = Array.from({ length: count }, () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }))
  return {
    generator: `${count} Node processes in a busy loop on ${cpus().length} cores`,
    stop: () => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

export const load = () => loadavg()[0] ?? Number.NaN
