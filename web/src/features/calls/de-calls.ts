/** The resident's view of a call, in German; texts for both sides are in callTexts. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { callViewTexts as english } from './en-calls.ts'

export const callViewTexts: TranslationOf<typeof english> = {
  unknown: 'Unbekannt',
  visitorVideo: (name) => `Video von ${name}`,
  reconnectingText: 'Die Verbindung ist abgebrochen. Einen Moment, bitte.',
  waiting: (name) => `Warten auf ${name}`,
  waitingText: 'Das Handy an der Tür zeigt Ihren Anruf an.',
  noCamera: (name) => `Die Kamera von ${name} ist aus`,
  microphoneOff: (name) => `Das Mikrofon von ${name} ist aus`,
  cameraOff: (name) => `Die Kamera von ${name} ist aus`,
  cameraLost: (name) => `Die Kamera von ${name} ist nicht verfügbar`,
  allow: {
    microphone: 'Bitte erlauben Sie das Mikrofon, wenn Ihr Browser danach fragt',
    camera: 'Bitte erlauben Sie die Kamera, wenn Ihr Browser danach fragt',
    both: 'Bitte erlauben Sie Kamera und Mikrofon, wenn Ihr Browser danach fragt',
  },
  withoutVideo: 'Ohne Bild weiter',
  takeOverText: 'Gerade ist keines Ihrer Geräte in diesem Anruf.',
  inAnotherTab: 'Der Anruf ist in einem anderen Tab oder Fenster dieses Browsers offen.',
  notNow: 'Nicht jetzt',
  backToDashboard: 'Zurück zur Übersicht',
  returnToCall: 'Zurück zum Anruf',
  returnText: (name) => `Ihr Anruf mit ${name} läuft noch.`,
  failedTitle: 'Der Anruf kam nicht zustande',
  notConnected: 'Nicht verbunden',
  unable: (name) => `Der Browser von ${name} kann nicht telefonieren. Sie können schreiben.`,
  slowTitle: 'Noch keine Verbindung',
  slowText: (name) => `${name} ist noch nicht verbunden. Sie können warten, stattdessen schreiben oder auflegen.`,
  write: 'Schreiben',
  timer: 'Anrufdauer',
  controls: 'Anrufsteuerung',
  waitingInCall: (name) => `${name} ist an der Tür`,
}
