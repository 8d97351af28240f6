/** A password's fields, strength and rules, in German. */
import type { passwordTexts as english } from './en-password.ts'
import type { TranslationOf } from './translation-of.ts'

export const passwordTexts: TranslationOf<typeof english> = {
  current: 'Jetziges Passwort',
  next: 'Neues Passwort',
  confirm: 'Neues Passwort wiederholen',
  show: 'Passwort anzeigen',
  hide: 'Passwort verbergen',
  strength: ['Sehr schwach', 'Schwach', 'Mittel', 'Stark', 'Sehr stark'],
  strengthLabel: (word) => `Passwortstärke: ${word}`,
  rules: { length: 'Mindestens 8 Zeichen', number: 'Eine Ziffer', uppercase: 'Ein Großbuchstabe', special: 'Ein Sonderzeichen' },
  ruleMet: 'erfüllt',
  ruleOpen: 'fehlt noch',
}
