/** The page of an invitation to a household, in German. */
import type { joinTexts as english } from './en-join.ts'

export const joinTexts: typeof english = {
  title: 'Einladung',
  heading: (owner) => `An der Tür von ${owner} antworten`,
  member: (owner) =>
    `${owner} lädt Sie in den eigenen Haushalt ein. Klingelt es dort, klingelt es auch bei Ihnen, und Sie sehen die Besuche von da an.`,
  temporary: (owner) => `${owner} lädt Sie ein, eine Zeit lang an der Tür zu antworten. Wenn es dort klingelt, klingelt es auch bei Ihnen.`,
  doors: 'Türen',
  name: 'Ihr Name dort',
  until: 'Bis',
  expires: 'Der Link gilt bis',
  join: (owner) => `Haushalt von ${owner} beitreten`,
  joining: 'Beitritt läuft',
  signedInAs: (name) => `Sie sind als ${name} angemeldet.`,
  other: 'Anderes Konto verwenden',
  needsAccount: 'Dafür brauchen Sie ein eigenes Konto. Was Sie schon haben, bleibt Ihres.',
  signIn: 'Anmelden',
  register: 'Konto erstellen',
  joined: (owner) => `Sie sind dem Haushalt von ${owner} beigetreten`,
  joinedText: 'Wenn es dort klingelt, klingelt es ab jetzt auch bei Ihnen.',
  failed: 'Sie sind noch nicht beigetreten',
  gone: 'Diese Einladung gilt nicht mehr',
  goneText: 'Der Link wurde benutzt, ist abgelaufen oder wurde widerrufen. Bitten Sie um einen neuen.',
  own: 'Das ist Ihr eigener Haushalt',
  ownText: 'Die Einladung ist für jemand anderen. Geben Sie den Link weiter.',
  toHousehold: 'Zum Haushalt',
  toStart: 'Zur Übersicht',
}
