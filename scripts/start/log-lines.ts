/** Writes each service's output to its log file, and relevant lines with the service's name to the terminal. */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { RotatingLog } from '../servers/rotating-log.ts'

/**
 * @param remember called with each line worth quoting when the process dies
 */
export function forwardLines(
  stream: Readable,
  log: RotatingLog,
  show: (line: string) => void,
  remember: (line: string) => void = () => undefined,
): void {
  createInterface({ input: stream }).on('line', (line) => {
    log.write(line)
    const { text, worth } = shortenLine(line)
    const shown = printable(text)
    if (worth) remember(shown)
    show(shown)
  })
}

/** Replaces terminal control characters, because an error's message may quote untrusted text. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\t]|[\u2028\u2029\p{Bidi_Control}]/gu, ' ')

/** Shortens a service's JSON line to its level and message; any other line is kept and shown. */
export function shortenLine(line: string): { text: string; worth: boolean } {
  if (!line.startsWith('{')) return { text: line, worth: line.trim() !== '' }
  try {
    const entry = JSON.parse(line) as { level?: string; msg?: string; err?: { message?: string } | string }
    const cause = typeof entry.err === 'string' ? entry.err : entry.err?.message
    const text = [entry.level, entry.msg, cause].filter(Boolean).join(' ')
    return { text, worth: entry.level === 'warn' || entry.level === 'error' || entry.level === 'fatal' }
  } catch {
    return { text: line, worth: true }
  }
}
