/** German: recording a call, for its visitor (docs/product/decisions.md, 19). It names neither residents nor plans. */
import type { TranslationOf } from '../core/texts/translation-of.ts'
import type { visitorRecordingTexts as english } from './en-recording.ts'

export const visitorRecordingTexts: TranslationOf<typeof english> = {
  asked: 'Dürfen die Bewohner diesen Anruf aufnehmen?',
  what: {
    video: 'Aufgenommen werden Ihr Bild und beide Stimmen.',
    audio: 'Aufgenommen werden beide Stimmen.',
  },
  kept: (date) => `Für die Bewohner gespeichert bis ${date}, dann gelöscht.`,
  canStop: 'Sie können sie jederzeit beenden.',
  allow: 'Erlauben',
  no: 'Nein',
  noAnswer: (seconds) => `Ohne Antwort in ${seconds} s wird nichts aufgenommen.`,
  ended: {
    kept: 'Aufnahme beendet',
    nothingKept: 'Dieser Anruf wird nicht aufgenommen.',
    failed: 'Die Aufnahme ist fehlgeschlagen. Es wird nichts mehr aufgenommen.',
    interrupted: 'Aufnahme beendet, weil die Verbindung abgebrochen ist. Bevor sie weitergeht, werden Sie gefragt.',
  },
}
