/** Recordings of calls, for their resident, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { storedRecordingTexts as english } from './en-recordings.ts'

export const storedRecordingTexts: TranslationOf<typeof english> = {
  title: 'Aufnahmen',
  ofVisit: (recordings) => (recordings === 1 ? 'Aufnahme' : 'Aufnahmen'),
  of: (name) => `Aufnahme von ${name}`,
  kind: { video: 'Video', audio: 'Ton' },
  keptUntil: (date) => `Aufbewahrt bis ${date}`,
  states: {
    recording: 'Der Anruf wird gerade aufgenommen',
    preparing: 'Der Film wird gerade erstellt',
    failed: 'Diese Aufnahme lässt sich nicht abspielen',
  },
  play: (name, at) => `Aufnahme von ${name}, ${at}, abspielen`,
  poster: (name) => `Bild aus der Aufnahme von ${name}`,
  download: 'Herunterladen',
  downloadOf: (name, at) => `Aufnahme von ${name}, ${at}, herunterladen`,
  remove: 'Löschen',
  removeOf: (name, at) => `Aufnahme von ${name}, ${at}, löschen`,
  removeTitle: () => 'Diese Aufnahme löschen?',
  removeText: 'Sie wird endgültig gelöscht.',
  removeLiveText: 'Der Anruf wird noch aufgenommen. Die Aufnahme endet, und was aufgenommen wurde, wird endgültig gelöscht.',
  cancel: 'Abbrechen',
  removing: 'Wird gelöscht',
  removed: 'Aufnahme gelöscht',
  removeFailed: 'Aufnahme nicht gelöscht',
  failed: 'Die Aufnahmen konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  playFailed: 'Die Aufnahme konnte nicht abgespielt werden. Vielleicht wurde sie gelöscht.',
  playOffline: 'Keine Verbindung. Die Aufnahme können Sie abspielen, sobald es wieder eine gibt.',
  empty: 'Noch keine Aufnahmen',
  emptyText: 'Drücken Sie im Anruf auf „Aufnehmen“. Ihr Besuch wird zuerst gefragt.',
  storage: 'Speicher für Aufnahmen',
  used: (used, most) => `${used} von ${most} belegt`,
  full: 'Voll. Löschen Sie Aufnahmen, um wieder aufzunehmen.',
  unavailable: {
    subscription_required: 'Anrufe aufzunehmen gehört zu Premium. Diese Aufnahmen bleiben bis zu ihrem Datum.',
    recording_off: 'Dieser Server kann keine Anrufe aufnehmen.',
    disk_full: 'Auf diesem Server ist zu wenig Platz frei, um aufzunehmen.',
  },
  limits: (minutes, days) =>
    `Ihr Besuch wird jedes Mal gefragt. Bis zu ${minutes} Minuten eines Anrufs werden in 720p aufgenommen und ${days} Tage aufbewahrt.`,
}
