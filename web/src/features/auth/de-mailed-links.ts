/** The pages that mailed links open, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { linkTexts as english } from './en-mailed-links.ts'

export const linkTexts: TranslationOf<typeof english> = {
  failed: 'Dieser Link hat nicht funktioniert',
  toSignIn: 'Zur Anmeldung',
  newLink: 'Neuen Link anfordern',
  reset: {
    title: 'Neues Passwort festlegen',
    text: (username) => `Für das Konto „${username}“. Alle Geräte werden abgemeldet und Passkeys entfernt.`,
    save: 'Passwort festlegen',
    saving: 'Wird gespeichert',
    done: 'Passwort geändert',
    doneText: 'Alle Geräte sind abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
    failed: 'Passwort nicht geändert',
  },
  undo: {
    title: 'Änderung der E-Mail-Adresse rückgängig machen',
    ask: 'Konto zurückholen?',
    text: (username, oldEmail, newEmail) =>
      `Die Adresse von „${username}“ wurde von ${oldEmail} in ${newEmail} geändert. ` +
      'Waren Sie das nicht, machen Sie es jetzt rückgängig: Alle Geräte werden abgemeldet.',
    confirm: 'Rückgängig machen',
    confirming: 'Wird rückgängig gemacht',
    done: 'Ihre Adresse gilt wieder',
    doneText: (email) =>
      `Das Konto benutzt wieder ${email}, und alle Geräte sind abgemeldet. Legen Sie jetzt ein neues Passwort fest: Jemand kennt das alte.`,
    toReset: 'Neues Passwort festlegen',
  },
  signIn: {
    title: 'Anmelden',
    ask: 'Mit diesem Link anmelden?',
    text: 'Er gilt einmal. Machen Sie nur weiter, wenn Sie ihn angefordert haben.',
    confirm: 'Anmelden',
    confirming: 'Wird angemeldet',
    codeText: 'Ihr Konto verlangt auch einen Code. Öffnen Sie Ihre Authenticator-App.',
  },
  begin: {
    title: 'Handy und Codes verloren',
    ask: 'Wartezeit von 72 Stunden beginnen?',
    text:
      'Danach wird die Zwei-Faktor-Anmeldung ausgeschaltet, und Ihr Passwort genügt. ' +
      'Alle Ihre Geräte erfahren davon und können es abbrechen.',
    confirm: 'Wartezeit beginnen',
    confirming: 'Wird begonnen',
    done: 'Die Wartezeit läuft',
    doneText: (date, time) =>
      `Melden Sie sich nach dem ${date}, ${time} Uhr, mit Ihrem Passwort an. ` +
      'Findet sich Ihr Handy wieder, brechen Sie es auf einem Ihrer Geräte ab.',
  },
  cancel: {
    title: 'Zwei-Faktor-Anmeldung behalten',
    ask: 'Soll die Zwei-Faktor-Anmeldung an bleiben?',
    text: 'Jemand, der Ihr Passwort kennt, möchte sie ausschalten. Waren Sie das nicht, brechen Sie es ab.',
    confirm: 'Ausschalten abbrechen',
    confirming: 'Wird abgebrochen',
    done: 'Die Zwei-Faktor-Anmeldung bleibt an',
    doneText: 'Ändern Sie jetzt Ihr Passwort: Jemand anderes kennt es.',
  },
}
