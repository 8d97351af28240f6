/** The processes of the running product of DATA_DIR. Linux only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '../servers/server.ts'
import { PidFiles } from './pid-files.ts'

export type ProductProcess = { readonly name: string; readonly pid: number }

function parents(): Map<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((pid) => {
      const stat = tryRead(`/proc/${pid}/stat`)
      // Field 4 of proc(5), after the command name, which may contain any character.
      return stat ? [[Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const] : []
    }),
  )
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined // The process has ended.
  }
}

const command = (pid: number): string => tryRead(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? ''

/** The parent processes of the supervisor: npm and its shell. */
function launchers(pid: number, parentOf: ReadonlyMap<number, number>): number[] {
  const parent = parentOf.get(pid) ?? 0
  return parent > 1 && /^npm |^(\/bin\/)?(ba|da)?sh -c node scripts\/|scripts\/(start|run)\.mjs/.test(command(parent))
    ? [parent, ...launchers(parent, parentOf)]
    : []
}

/** @returns every process, including npm and the supervisor, by name @throws StartError if none can be read */
export function productProcesses(dataDir: string): ProductProcess[] {
  const file = join(dataDir, 'connection.json')
  if (!existsSync('/proc/self/smaps_rollup')) throw new StartError('Process memory can only be read on Linux.')
  const noted = new PidFiles(join(dataDir, 'run')).living()
  if (!existsSync(file) || noted.length === 0) throw new StartError(`No product runs with the data directory ${dataDir}.`)
  const supervisor = (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid
  const parentOf = parents()
  const names = new Map(noted.map(({ name, pid }) => [pid, name]))
  const nameOf = (pid: number): string =>
    names.get(pid) ?? (pid === supervisor ? 'supervisor' : basename(command(pid).split(/[ :]/)[0] ?? ''))
  const below = (pid: number): number[] => [pid, ...[...parentOf].filter(([, parent]) => parent === pid).flatMap(([child]) => below(child))]
  return [...launchers(supervisor, parentOf), ...below(supervisor)].map((pid) => ({ name: nameOf(pid), pid }))
}

/** PSS (proc(5), smaps_rollup): shared pages are divided among the processes that share them. @returns 0 for an ended process */
export function megabytesOf(pid: number): number {
  return Number(tryRead(`/proc/${pid}/smaps_rollup`)?.match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0) / 1024
}
