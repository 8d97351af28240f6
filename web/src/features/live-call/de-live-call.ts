/** Texts of the open page about rings, calls and chats as they happen, in German. */
import { RECORDING } from '#proto/limits.ts'
import { onDevice } from '../../core/texts/de-time.ts'
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { liveTexts as english } from './en-live-call.ts'

const LONGEST = RECORDING.longest / 60_000

export const liveTexts: TranslationOf<typeof english> = {
  passFailed: 'Das hat nicht geklappt. Es klingelt weiter auf Ihren Geräten. Bitte versuchen Sie es noch einmal.',
  dismissFailed: 'Das Abweisen hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  dismissedToast: 'Abgewiesen',
  chatWaits: 'Der Besuch kann Ihnen jetzt schreiben.',
  answeredOn: (device) => `Angenommen ${onDevice(device)}`,
  answeredBy: (name) => `Angenommen von ${name}`,
  answeredElsewhere: 'Auf einem anderen Gerät angenommen',
  dismissedBy: (name) => `Abgewiesen von ${name}`,
  dismissedElsewhere: 'Auf einem anderen Gerät abgewiesen',
  left: (name) => `${name} ist gegangen`,
  unknownEnd: 'Sie sehen es, sobald Sie wieder online sind.',
  missed: 'Niemand hat rechtzeitig geantwortet',
  withdrawn: 'Sie können an dieser Tür nicht mehr antworten',
  tested: {
    video: 'Sie und Ihr Besuch würden sich jetzt sehen und hören.',
    audio: 'Sie und Ihr Besuch würden sich jetzt hören.',
    message: 'Jetzt würde sich der Chat mit Ihrem Besuch öffnen.',
    dismiss: 'Ihr Besuch würde lesen, dass Sie nicht antworten.',
  },
  blink: '● Besuch an der Tür',
  onDesktop: (name) => `${name} ist an der Tür`,
  onDesktopAtHome: (name, owner) => `${name} ist bei ${owner} an der Tür`,
  recording: {
    stopped: 'Aufnahme beendet',
    nothingKept: 'Dieser Anruf wird nicht aufgenommen',
    nothingRecorded: 'Es wurde nichts aufgenommen.',
    inHistory: 'Die Aufnahme steht gleich im Besucherverlauf.',
    notStopped: 'Die Aufnahme ließ sich nicht beenden. Beenden Sie dafür den Anruf.',
    titles: {
      refused: (name) => `${name} möchte nicht aufgenommen werden`,
      unanswered: (name) => `${name} hat nicht geantwortet`,
      stopped_by_visitor: (name) => `${name} hat die Aufnahme beendet`,
      failed: () => 'Die Aufnahme ist fehlgeschlagen',
    },
    texts: {
      refused: () => 'Der Anruf geht ohne Aufnahme weiter.',
      unanswered: () => 'Ohne Antwort wird nichts aufgenommen. Sie können noch einmal fragen.',
      not_shown: () => 'REC konnte nicht auf beiden Seiten angezeigt werden. Sie können noch einmal fragen.',
      interrupted: (name) => `Die Verbindung ist abgebrochen. ${name} wird noch einmal gefragt, sobald der Anruf weitergeht.`,
      time_limit: () => `Ein Anruf wird höchstens ${LONGEST} Minuten aufgenommen. Die Aufnahme steht im Besucherverlauf.`,
      storage_full: () => 'Der Speicher für Ihre Aufnahmen ist voll. Löschen Sie welche, um wieder aufzunehmen.',
      failed: () => 'Es wird nichts mehr aufgenommen. Sie können noch einmal fragen.',
      disk_full: () => 'Auf diesem Server ist zu wenig Platz frei, um aufzunehmen.',
    },
  },
  chat: {
    atTheDoor: 'Jetzt an der Tür',
    away: 'Handy gesperrt oder offline',
    offline: 'Keine Verbindung',
    openChat: 'Öffnen',
    prefersWriting: (name) => `${name} möchte lieber schreiben`,
  },
}
