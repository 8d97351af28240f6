/** German: the public status page. */
import { STATUS } from '#proto/limits.ts'
import type { statusTexts as english } from './en-status.ts'

const number = new Intl.NumberFormat('de-DE')
const decimal = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' })

export const statusTexts: typeof english = {
  title: 'Status',
  heading: 'Wie schnell Klingeln angezeigt wird',
  what: 'Von der Ankunft hier, bis ein Gerät des Haushalts es anzeigt.',
  half: 'Die Hälfte innerhalb von',
  most: '95 von 100 innerhalb von',
  share: (seconds) => `Innerhalb von ${seconds} Sekunden angezeigt`,
  span: (milliseconds) => (milliseconds < 1_000 ? `${milliseconds} ms` : `${decimal.format(milliseconds / 1_000)} s`),
  percent: (share) => `${decimal.format(share)} %`,
  none: 'Keines wurde angezeigt',
  counted: (rings, doors) => `${number.format(rings)}-mal Klingeln an ${number.format(doors)} Türen`,
  days: (first, last) => day.formatRange(first, last),
  notes: [
    'Die Zeiten gelten für Klingeln, das ein Gerät angezeigt hat, auf einer offenen Seite oder als Mitteilung.',
    'Der Prozentsatz gilt für alles Klingeln: Was kein Gerät erreicht, zählt als nicht angezeigt. Ruhezeiten und Test-Klingeln fehlen.',
    'Einmal am Tag gezählt, einen Tag später, in Tagen nach UTC. Über eine einzelne Tür steht hier nichts.',
  ],
  few: {
    title: 'Noch nicht oft genug geklingelt',
    text: `Die Zahlen erscheinen, sobald ${STATUS.ringsLeast}\u2011mal an ${STATUS.doorsLeast} Türen geklingelt wurde.`,
  },
  failed: { title: 'Der Status lässt sich gerade nicht lesen', again: 'Noch einmal versuchen' },
}
