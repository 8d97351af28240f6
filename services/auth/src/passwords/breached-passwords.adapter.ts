/**
 * An online list of breached passwords, queried by range (k-anonymity): its server gets the first five hex digits of the password's SHA-1
 * and answers all known suffixes, one per line: `<35 hex digits>:<count>`.
 */
import { createHash } from 'node:crypto'
import type { Log } from '#kit/log.ts'

const PREFIX = 5
const TIMEOUT_MS = 1_000

/**
 * @param url to which `/<prefix>` is appended; without it no password is checked
 * @returns whether the list has the password; false when it does not answer in time, so that an outage does not prevent a new password
 */
export function openBreachCheck(url: string | undefined, log: Log): (password: string) => Promise<boolean> {
  if (!url) return async () => false
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    try {
      // Padding hides from an observer how long the answer is.
      const headers = { 'add-padding': 'true' }
      const options = { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
      const answer = await fetch(`${url.replace(/\/$/, '')}/${hash.slice(0, PREFIX)}`, options)
      if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
      return hasSuffix(await answer.text(), hash.slice(PREFIX))
    } catch (err) {
      log.warn({ err }, 'breached passwords not checked')
      return false
    }
  }
}

/** A padding line has the count 0. */
const hasSuffix = (lines: string, suffix: string) =>
  lines.split('\n').some((line) => {
    const [known = '', count] = line.trim().split(':')
    return known.toUpperCase() === suffix && Number(count) > 0
  })
