/** The texts of pushes, in each language; a missing text does not compile. */

import type { Outcome } from '#proto/entities.ts'
import { LANGUAGES, type Language } from '#proto/languages.ts'

export type PushTexts = {
  /** For a place that can be updated later: it says that the door is ringing, and is replaced once that is over. */
  readonly atTheDoor: (name: string) => string
  /** Stays true where a notification cannot be replaced silently. */
  readonly rangAt: (name: string, time: string) => string
  readonly someone: string
  readonly someoneAt: (time: string) => string
  readonly missed: (name: string, time: string) => string
  readonly missedSomeone: (time: string) => string
  /** @param member who answered, where it was not the owner */
  readonly endedBody: (outcome: Exclude<Outcome, 'missed'>, device: string | null, member?: string | null) => string
  readonly messageFrom: (name: string) => string
  readonly newMessage: string
  readonly visitAsked: (name: string) => string
  readonly newVisitRequest: string
  readonly newDevice: string
  readonly planChanged: string
  readonly joined: (name: string) => string
  readonly memberJoined: string
  readonly alert: string
  readonly alertBody: string
  readonly sessionEnds: (day: string) => string
  readonly sessionEndsBody: string
  readonly check: string
  readonly checkBody: string
  readonly test: string
  readonly testBody: string
  readonly answer: string
  readonly message: string
  readonly ignore: string
}

const en: PushTexts = {
  atTheDoor: (name) => `${name} is at the door`,
  rangAt: (name, time) => `${name} rang at ${time}`,
  someone: 'Someone is at the door',
  someoneAt: (time) => `Someone rang at ${time}`,
  missed: (name, time) => `Missed: ${name}, ${time}`,
  missedSomeone: (time) => `Missed: someone, ${time}`,
  endedBody: (outcome, device, member) => {
    if (outcome === 'cancelled') return 'Left before anyone answered'
    const word = outcome === 'dismissed' ? 'Dismissed' : 'Answered'
    if (member) return `${word} by ${member}`
    return device === null ? word : `${word} on ${device}`
  },
  messageFrom: (name) => `Message from ${name}`,
  newMessage: 'A visitor left a message',
  visitAsked: (name) => `${name} requests a visit`,
  newVisitRequest: 'Someone requests a visit',
  newDevice: 'New device signed in',
  planChanged: 'Your plan has changed',
  joined: (name) => `${name} joined your household`,
  memberJoined: 'Somebody joined your household',
  alert: 'Security alert',
  alertBody: 'Something happened in your account. Open it to see what.',
  sessionEnds: (day) => `This device rings until ${day}`,
  sessionEndsBody: 'Open your doorbell to stay signed in, or sign in again.',
  check: 'This device can ring',
  checkBody: 'This is your weekly check. You don’t need to do anything.',
  test: 'Test ring',
  testBody: 'This device rings when someone is at the door',
  answer: 'Answer',
  message: 'Message',
  ignore: 'Ignore',
}

const de: PushTexts = {
  atTheDoor: (name) => `${name} steht vor der Tür`,
  rangAt: (name, time) => `${name} hat um ${time} geklingelt`,
  someone: 'Es hat geklingelt',
  someoneAt: (time) => `Es hat um ${time} geklingelt`,
  missed: (name, time) => `Verpasst: ${name}, ${time}`,
  missedSomeone: (time) => `Verpasst: jemand, ${time}`,
  endedBody: (outcome, device, member) => {
    if (outcome === 'cancelled') return 'Gegangen, bevor jemand geantwortet hat'
    const word = outcome === 'dismissed' ? 'Abgewiesen' : 'Angenommen'
    if (member) return `${word} von ${member}`
    return device === null ? word : `${word} auf ${device}`
  },
  messageFrom: (name) => `Nachricht von ${name}`,
  newMessage: 'Eine Nachricht von der Tür',
  visitAsked: (name) => `${name} möchte Sie besuchen`,
  newVisitRequest: 'Jemand möchte Sie besuchen',
  newDevice: 'Neues Gerät angemeldet',
  planChanged: 'Ihr Tarif hat sich geändert',
  joined: (name) => `${name} gehört jetzt zu Ihrem Haushalt`,
  memberJoined: 'Jemand gehört jetzt zu Ihrem Haushalt',
  alert: 'Sicherheitshinweis',
  alertBody: 'In Ihrem Konto ist etwas geschehen. Öffnen Sie es, um zu sehen, was.',
  sessionEnds: (day) => `Dieses Gerät klingelt nur bis ${day}`,
  sessionEndsBody: 'Öffnen Sie Ihre Klingel, um angemeldet zu bleiben, oder melden Sie sich neu an.',
  check: 'Dieses Gerät kann klingeln',
  checkBody: 'Das ist Ihre wöchentliche Prüfung. Sie müssen nichts tun.',
  test: 'Test-Klingeln',
  testBody: 'Dieses Gerät klingelt, wenn jemand vor der Tür steht',
  answer: 'Annehmen',
  message: 'Nachricht',
  ignore: 'Ignorieren',
}

const TEXTS: Readonly<Record<Language, PushTexts>> = { en, de }

/** @param language as stored: one that this version does not have becomes English */
export const pushLanguage = (language: string): Language => LANGUAGES.find((known) => known === language) ?? 'en'
export const pushTexts = (language: Language): PushTexts => TEXTS[language]
