/** Recording a call, for its resident, in German; texts for both sides are in callTexts. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { recordingTexts as english } from './en-recording.ts'

export const recordingTexts: TranslationOf<typeof english> = {
  record: 'Aufnehmen',
  recording: 'Aufnahme',
  asking: 'Anfrage',
  title: 'Diesen Anruf aufnehmen',
  asked: (name) => `${name} wird gefragt und kann die Aufnahme jederzeit beenden.`,
  what: {
    video: (name) => `Aufgenommen werden das Bild von ${name} und beide Stimmen, nicht Ihr Bild.`,
    audio: () => 'Aufgenommen werden beide Stimmen.',
  },
  limits: (minutes, days) => `Höchstens ${minutes} Minuten, ${days} Tage aufbewahrt.`,
  used: (used, most) => `${used} von ${most} belegt`,
  ask: 'Um Erlaubnis fragen',
  unavailable: {
    notConnected: 'Aufnehmen können Sie, sobald der Anruf verbunden ist.',
    asksUsed: 'Der Besuch wurde in diesem Anruf so oft gefragt wie möglich.',
    timeUsed: 'Dieser Anruf wurde so lange aufgenommen wie möglich.',
    subscription_required: 'Anrufe aufnehmen gehört zu Premium.',
    recording_off: 'Dieser Server kann keine Anrufe aufnehmen.',
    storage_full: 'Der Speicher für Ihre Aufnahmen ist voll. Löschen Sie welche unter Einstellungen, Klingel.',
    disk_full: 'Auf diesem Server ist zu wenig Platz frei, um aufzunehmen.',
  },
  failed: 'Ob dieser Anruf aufgenommen werden kann, ließ sich nicht prüfen.',
  askingName: (name) => `${name} wird gefragt …`,
  askingText: (seconds) => `Ohne Antwort in ${seconds} s wird nichts aufgenommen.`,
  takeBack: 'Zurückziehen',
  time: 'Aufnahmedauer',
  keptUntil: (date) => `Aufbewahrt bis ${date}`,
}
