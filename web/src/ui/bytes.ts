/** Sizes of files as people read them: decimal units, one digit after the point where it says something. */
import { formats } from '../core/texts/en-formats.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** "12.4 MB", "5 GB" */
export function writeBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1_000 ** step
  return new Intl.NumberFormat(formats.locale, {
    style: 'unit',
    unit: UNITS[step],
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(amount)
}
