/** The resident's view of a call, in German; what both sides show is in callTexts. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { callViewTexts as english } from './en-calls.ts'

export const callViewTexts: TranslationOf<typeof english> = {
  unknown: 'Unbekannter Anruf',
  visitorVideo: (name) => `Video von ${name}`,
  reconnectingText: 'Die Verbindung ist abgebrochen. Sie kommt von selbst zurück.',
  waiting: (name) => `Warten auf ${name}`,
  waitingText: 'Das Telefon an der Tür zeigt Ihren Anruf.',
  noCamera: (name) => `${name} hat die Kamera nicht eingeschaltet`,
  takeOverText: 'Gerade ist keines Ihrer Geräte in diesem Anruf.',
  backToDashboard: 'Zurück zur Übersicht',
  returnToCall: 'Zurück zum Anruf',
  returnText: (name) => `Ihr Anruf mit ${name} läuft noch.`,
  failedTitle: 'Der Anruf kam nicht zustande',
  timer: 'Dauer des Anrufs',
  controls: 'Steuerung des Anrufs',
  waitingInCall: (name) => `${name} ist an der Tür`,
}
