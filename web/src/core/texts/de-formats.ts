/** German: how dates and times are written. */
import type * as english from './en-formats.ts'

export const formats: typeof english.formats = {
  locale: 'de-DE',
  /** "10:42" */
  clock: { hour: '2-digit', minute: '2-digit', hour12: false },
  /** "10:42:03" */
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
  /** "21.11.2026" */
  date: { month: '2-digit', day: '2-digit', year: 'numeric' },
  /** "Samstag, 21. November" */
  day: { weekday: 'long', month: 'long', day: 'numeric' },
}
