/** How a server is started so that it ends with us, and never as root where it refuses root. */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Launch } from './spawned-server.ts'

/** "nobody" on every Linux that we know. */
export const NOBODY = 65_534
let setprivKnows: boolean | undefined

/** util-linux has had --pdeathsig since 2.33; busybox's setpriv has not. */
function hasSetpriv(): boolean {
  if (setprivKnows === undefined) {
    try {
      setprivKnows =
        process.platform === 'linux' &&
        execFileSync('setpriv', ['--help'], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).includes('--pdeathsig')
    } catch {
      setprivKnows = false
    }
  }
  return setprivKnows
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** Ends with this process, however this process ends (prctl(2), PR_SET_PDEATHSIG). Where that is not offered, the next start's pid files do it. */
export function endingWithUs(launch: Launch, signal: 'TERM' | 'INT'): Launch {
  if (!hasSetpriv()) return launch
  return {
    ...launch,
    command: 'setpriv',
    args: ['--pdeathsig', signal, '--', launch.command, ...launch.args],
  }
}

/**
 * As `endingWithUs`, and under another uid when we are root.
 * @param paths what the server must reach; behind a root-only folder it keeps the right to pass, and only then
 */
export function asNobody(launch: Launch, signal: 'TERM' | 'INT', paths: readonly string[]): Launch {
  if (!isRoot()) return endingWithUs(launch, signal)
  const ids = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups']
  const passing = paths.every(reachableByOthers)
    ? ['--inh-caps=-all']
    : [
        '--inh-caps=-all,+dac_override',
        '--ambient-caps=+dac_override',
        // access(2) asks with the real uid and would drop the right again: initdb looks for its postgres that way.
        '--securebits=+no_setuid_fixup',
      ]
  return {
    ...launch,
    command: 'setpriv',
    args: ['--pdeathsig', signal, ...ids, ...passing, '--', launch.command, ...launch.args],
  }
}

function reachableByOthers(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
