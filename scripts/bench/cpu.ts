/** CPU time of other processes from proc(5): user, system, and that of reaped children. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { childrenOf } from '#scripts/testing/process.ts'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** @returns milliseconds used so far by these processes and their running children */
export function cpuMilliseconds(pids: readonly (number | undefined)[]): number {
  const all = pids.filter((pid): pid is number => pid !== undefined).flatMap((pid) => [pid, ...childrenOf(pid)])
  return all.reduce((sum, pid) => sum + ownTicks(pid), 0) * (1000 / TICKS_PER_SECOND)
}

function ownTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // utime, stime, cutime, cstime: fields 14 to 17; the state is field 3.
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  } catch {
    return 0
  }
}
