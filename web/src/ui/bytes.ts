/** Sizes of files for people: decimal units, one digit after the point where it matters. */
import { formats } from '../core/texts/en-formats.ts'

const GIGABYTE = 1_000_000_000

/** "0.4 MB", "12.4 MB", "5 GB" */
export function writeBytes(bytes: number): string {
  const unit = bytes >= GIGABYTE ? 'gigabyte' : 'megabyte'
  const amount = bytes / (bytes >= GIGABYTE ? GIGABYTE : 1_000_000)
  return new Intl.NumberFormat(formats.locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount)
}
