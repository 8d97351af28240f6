/** English: the public status page. */
import { STATUS } from '#proto/limits.ts'

const number = new Intl.NumberFormat('en-US')
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })

export const statusTexts = {
  title: 'Status',
  heading: 'How fast rings are shown',
  what: 'From the moment a ring arrives here until a device of the household shows it.',
  half: 'Half of the rings within',
  most: '95 of 100 rings within',
  share: (seconds: number) => `Shown within ${seconds} seconds`,
  /** "84 ms", "1.4 s" */
  span: (milliseconds: number) => (milliseconds < 1_000 ? `${milliseconds} ms` : `${decimal.format(milliseconds / 1_000)} s`),
  percent: (share: number) => `${decimal.format(share)}%`,
  none: 'None was shown',
  counted: (rings: number, doors: number) => `${number.format(rings)} rings at ${number.format(doors)} doors`,
  days: (first: Date, last: Date) => day.formatRange(first, last),
  notes: [
    'The times are those of rings that a device has shown, on an open page or as a notification.',
    'The percentage is that of all rings: one that reached no device counts as not shown. Quiet hours and test rings are left out.',
    'Counted once a day, a day late, in UTC days. Nothing here is about a single door.',
  ],
  few: {
    title: 'Not enough rings yet',
    text: `The figures appear once they hold ${STATUS.ringsLeast} rings at ${STATUS.doorsLeast} doors.`,
  },
  failed: { title: 'The status cannot be read now', again: 'Try Again' },
}
