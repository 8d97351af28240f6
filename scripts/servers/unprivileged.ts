/** Starts servers so that they end with this process, and as another user if they refuse to run as root. */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Launch } from './spawned-server.ts'

/** The uid of the user "nobody" on common Linux distributions. */
export const NOBODY = 65_534
let setprivKnows: boolean | undefined

/** util-linux has --pdeathsig since 2.33; busybox's setpriv does not. */
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

/**
 * The kernel signals the server when this process ends (prctl(2), PR_SET_PDEATHSIG). On systems without this, the next start stops the
 * server by its pid file.
 */
export function endingWithUs(launch: Launch, signal: 'TERM' | 'INT'): Launch {
  if (!hasSetpriv()) return launch
  return {
    ...launch,
    command: 'setpriv',
    args: ['--pdeathsig', signal, '--', launch.command, ...launch.args],
  }
}

/**
 * As `endingWithUs`, and under another uid if we are root.
 * @param paths folders that the server must reach; only if one of them is inside a root-only folder it keeps CAP_DAC_OVERRIDE
 */
export function asNobody(launch: Launch, signal: 'TERM' | 'INT', paths: readonly string[]): Launch {
  if (!isRoot()) return endingWithUs(launch, signal)
  const ids = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups']
  const passing = paths.every(reachableByOthers)
    ? ['--inh-caps=-all']
    : [
        '--inh-caps=-all,+dac_override',
        '--ambient-caps=+dac_override',
        // access(2) checks the real uid, which has no capability; initdb locates its postgres that way.
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
