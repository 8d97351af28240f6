/** Visitor History and Activity Logs, in German. */
import { sharedTexts } from '../../core/texts/de-shared.ts'
import { onDevice, writeDevice } from '../../core/texts/de-time.ts'
import { inZone } from '../../core/zone.ts'
import type { historyTexts as english } from './en-history.ts'

const format = (options: Intl.DateTimeFormatOptions) => inZone('de-DE', options)
const day = format({ weekday: 'long', month: 'long', day: 'numeric' })
const date = format({ month: 'short', day: 'numeric', year: 'numeric' })
const namedDay = new Intl.DateTimeFormat('de-DE', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })
const stamp = format({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
const seconds = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

const { length } = sharedTexts.activity

export const historyTexts: typeof english = {
  title: 'Besucherverlauf',
  menuLabel: 'Besucher',
  today: 'Heute',
  yesterday: 'Gestern',
  day,
  search: 'Besucher suchen …',
  searchLabel: 'Besucher suchen',
  type: 'Art der Aktivität',
  anyType: 'Alle Arten',
  types: {
    doorbell_ring: 'Klingeln',
    message: 'Nachrichten',
    video_call: 'Videoanrufe',
    audio_call: 'Sprachanrufe',
    notification: 'Mitteilungen',
  },
  outcome: 'Ergebnis',
  anyOutcome: 'Alle Ergebnisse',
  outcomes: {
    answered_video: 'Per Videoanruf beantwortet',
    answered_audio: 'Per Sprachanruf beantwortet',
    answered_message: 'Per Nachricht beantwortet',
    missed: 'Verpasst',
    dismissed: 'Abgewiesen',
    cancelled: 'Abgebrochen',
  },
  door: 'Tür',
  anyDoor: 'Alle Türen',
  date: 'Datum',
  anyDate: 'Alle Tage',
  from: 'Von',
  to: 'Bis',
  dates: (from, to) => {
    const shown = (iso: string) => namedDay.format(new Date(`${iso}T12:00:00Z`))
    if (from && to) return from === to ? shown(from) : `${shown(from)} – ${shown(to)}`
    return from ? `Seit ${shown(from)}` : to ? `Bis ${shown(to)}` : 'Alle Tage'
  },
  datesOrder: 'Der erste Tag darf nicht nach dem letzten liegen.',
  lastDays: (days) => `Letzte ${days} Tage`,
  apply: 'Anzeigen',
  clear: 'Filter zurücksetzen',
  empty: 'Noch keine Besucher',
  emptyText: 'Wer klingelt, erscheint hier: mit Foto, Nachricht und Ergebnis.',
  noMatch: 'Keine passenden Besucher',
  noMatchText: 'Versuchen Sie es mit weniger Filtern oder einem anderen Suchwort.',
  failed: 'Der Besucherverlauf konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  snapshot: 'Foto ansehen',
  details: 'Details ansehen',
  snapshotOf: (name) => `Foto von ${name} ansehen`,
  detailsOf: (name) => `Details zu ${name} ansehen`,
  photoOf: (name) => `Foto von ${name} an der Tür`,
  recordings: (recordings) => (recordings === 1 ? 'Aufnahme' : `${recordings} Aufnahmen`),
  deletes: (days) => (days <= 0 ? 'Wird heute gelöscht' : days === 1 ? 'Wird in 1 Tag gelöscht' : `Wird in ${days} Tagen gelöscht`),
  close: 'Schließen',
  panel: (name) => `Besuch von ${name}`,
  facts: {
    home: 'Zuhause',
    door: 'Tür',
    answered: 'Beantwortet',
    outcome: 'Ergebnis',
    by: 'Gerät',
    person: 'Von',
    rang: 'Geklingelt',
    kept: 'Aufbewahrt bis',
  },
  times: (rings) => `${rings}-mal`,
  by: (device, after) => `${writeDevice(device)}, nach ${length(after)}`,
  byPerson: (name, after) => `${name}, nach ${length(after)}`,
  longDate: date,
  stamp,
  seconds,
  timeline: 'Verlauf',
  steps: {
    accepted: 'Geklingelt',
    quiet: 'Still: kein Fenster, kein Ton',
    delivered: (devices) => (devices === 1 ? 'Auf 1 Gerät zugestellt' : `Auf ${devices} Geräten zugestellt`),
    seen: 'Gesehen',
    answered_video: 'Per Videoanruf beantwortet',
    answered_audio: 'Per Sprachanruf beantwortet',
    answered_message: 'Per Nachricht beantwortet',
    dismissed: 'Abgewiesen',
    missed: 'Niemand hat geantwortet',
    cancelled: 'Der Besuch ist gegangen',
    handled: 'Als erledigt markiert',
    call_started: 'Anruf begonnen',
    call_connected: 'Verbunden',
    call_ended: 'Anruf beendet',
    recording_asked: 'Um Erlaubnis zur Aufnahme gefragt',
    recording_allowed: 'Der Besuch hat die Aufnahme erlaubt',
    recording_refused: 'Der Besuch wollte nicht aufgenommen werden',
    recording_unanswered: 'Nicht aufgenommen: Der Besuch hat nicht geantwortet',
    recording_withdrawn: 'Die Frage wurde zurückgezogen',
    recording_started: 'Aufnahme begonnen',
    recording_failed: 'Es wurde nichts aufgenommen',
    recording_ended: 'Aufnahme beendet',
    stopped_by_visitor: 'Der Besuch hat die Aufnahme beendet',
    stopped_by_resident: 'Sie haben die Aufnahme beendet',
  },
  onDevice,
  chat: 'Chat',
  you: 'Sie',
  openChat: 'Chat öffnen',
  savePhoto: 'Foto speichern',
  detailsFailed: 'Die Details konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  export: 'Besucherdaten exportieren',
  exportAs: { csv: 'Als Tabelle (CSV)', json: 'Als Daten (JSON)' },
  exporting: (rows) => `Export läuft … ${rows.toLocaleString('de-DE')} Besuche`,
  cancelExport: 'Export abbrechen',
  exported: 'Besucherdaten exportiert',
  exportedText: (name, rows) => `${name}, ${rows.toLocaleString('de-DE')} ${rows === 1 ? 'Besuch' : 'Besuche'}`,
  exportFailed: 'Export fehlgeschlagen',
}
