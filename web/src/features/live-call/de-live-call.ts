/** What the open page says about rings, calls and chats while they happen, in German. */
import { onDevice } from '../../core/texts/de-time.ts'
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { liveTexts as english } from './en-live-call.ts'

export const liveTexts: TranslationOf<typeof english> = {
  dismissFailed: 'Das Abweisen hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  dismissedToast: 'Abgewiesen',
  chatWaits: 'Der Besuch kann Ihnen jetzt schreiben.',
  answeredOn: (device) => `Angenommen ${onDevice(device)}`,
  answeredElsewhere: 'Auf einem anderen Gerät angenommen',
  dismissedElsewhere: 'Auf einem anderen Gerät abgewiesen',
  left: (name) => `${name} ist gegangen`,
  missed: 'Niemand hat rechtzeitig geantwortet',
  blink: '● Besuch an der Tür',
  onDesktop: (name) => `${name} ist an der Tür`,
  chat: {
    atTheDoor: 'Jetzt an der Tür',
    away: 'Handy gesperrt oder offline',
    offline: 'Sie sind offline',
    openChat: 'Öffnen',
    prefersWriting: (name) => `${name} möchte lieber schreiben`,
  },
}
