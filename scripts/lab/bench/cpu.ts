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

/** @returns milliseconds used so far by one process, without its children; 0 for an ended one */
export function ownMilliseconds(pid: number): number {
  return ownTicks(pid, 2) * (1000 / TICKS_PER_SECOND)
}

/** @param fields 2 for the process alone, 4 with its reaped children */
function ownTicks(pid: number, fields: 2 | 4 = 4): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // utime, stime, cutime, cstime: fields 14 to 17; the state is field 3.
    return words.slice(11, 11 + fields).reduce((sum, field) => sum + Number(field), 0)
  } catch {
    return 0
  }
}
