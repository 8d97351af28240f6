import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Identifies the process that has a pid now. Pids are reused, so a pid alone proves nothing.
 * @param {number} pid
 * @returns {{ started: string, command: string } | undefined} undefined if no such process runs
 */
export function identify(pid) {
  return process.platform === 'linux' ? identifyByProc(pid) : identifyByPs(pid)
}

/** @param {number} pid */
function identifyByProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    // Field 22 of proc(5): ticks from boot to the start of the process.
    return { started: `${boot}:${fields[19]}`, command }
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function identifyByPs(pid) {
  try {
    const ask = (/** @type {string} */ field) =>
      execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    const started = ask('lstart')
    return started === '' ? undefined : { started, command: ask('command') }
  } catch {
    return undefined
  }
}
