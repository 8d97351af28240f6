/** The resident's chat with a visitor, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { chatTexts as english } from './en-chat.ts'

export const chatTexts: TranslationOf<typeof english> = {
  log: 'Nachrichten',
  rangAt: (time, door) => `Geklingelt um ${time} Uhr · ${door}`,
  failedToLoad: 'Die Nachrichten konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  visitorSays: 'Besuch',
  quick: ['Ich komme gleich', 'Bitte legen Sie es vor die Tür', 'Zwei Minuten, bitte', 'Heute nicht, danke'],
  quickLabel: 'Schnellantworten',
  facts: { purpose: 'Anlass', home: 'Zuhause', door: 'Tür', rang: 'Geklingelt', answered: 'Beantwortet', by: 'Von', call: 'Anruf' },
  answeredAfter: (seconds) => (seconds < 60 ? `nach ${seconds} s` : `nach ${Math.round(seconds / 60)} Min.`),
  byYou: 'Sie, auf diesem Gerät',
  snapshot: (name) => `Foto von ${name}`,
  details: 'Besuch',
}
