/** English: how dates and times are written (docs/product/specification.md, 2), as options of `Intl.DateTimeFormat`. */
type Format = Intl.DateTimeFormatOptions

export const formats: {
  readonly locale: string
  readonly clock: Format
  readonly seconds: Format
  readonly date: Format
  readonly day: Format
} = {
  locale: 'en-US',
  /** "10:42 AM" */
  clock: { hour: 'numeric', minute: '2-digit', hour12: true },
  /** "10:42:03", without AM or PM. */
  seconds: { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true },
  /** "Nov 21, 2026" */
  date: { month: 'short', day: 'numeric', year: 'numeric' },
  /** "Saturday, November 21" */
  day: { weekday: 'long', month: 'long', day: 'numeric' },
}
