/** Recovering an account: a code, a forgotten password, a sign-in link, lost second factors. In German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { helpTexts as english } from './en-sign-in-help.ts'

export const helpTexts: TranslationOf<typeof english> = {
  forgot: 'Passwort vergessen?',
  back: 'Zurück zur Anmeldung',
  code: {
    heading: 'Code eingeben',
    text: 'Öffnen Sie Ihre Authenticator-App und tippen Sie den Code für Digital Doorbell ab.',
    lost: 'Handy und Codes verloren?',
  },
  reset: {
    heading: 'Passwort zurücksetzen',
    text: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    send: 'Link senden',
    sending: 'Wird gesendet',
    failed: 'Link nicht gesendet',
  },
  link: {
    title: 'Zu viele falsche Anmeldungen',
    text: 'In diesem Browser wird Ihr Passwort gerade nicht geprüft. Mit einem Link per E-Mail kommen Sie trotzdem hinein.',
    send: 'Anmeldelink per E-Mail',
  },
  lost: {
    heading: 'Handy und Codes verloren?',
    text: 'Wir schicken einen Link an die E-Mail-Adresse Ihres Kontos. Wenn Sie ihn öffnen, beginnt eine Wartezeit von 72 Stunden.',
    steps: [
      'Alle Ihre Geräte und Ihre E-Mail-Adresse erfahren davon und können es abbrechen.',
      'Nach 72 Stunden wird die Zwei-Faktor-Anmeldung ausgeschaltet.',
      'Dann genügt zur Anmeldung Ihr Passwort.',
    ],
    send: 'Link per E-Mail senden',
  },
  mailed: {
    heading: 'Sehen Sie in Ihre E-Mails',
    reset: 'Wenn ein Konto diese Adresse hat, ist eine E-Mail unterwegs. Der Link gilt einmal, 30 Minuten lang.',
    link: 'Wenn dieses Konto eine bestätigte Adresse hat, ist eine E-Mail unterwegs. Der Link gilt einmal, 15 Minuten lang.',
    recovery: 'Wenn dieses Konto eine bestätigte Adresse hat, ist eine E-Mail unterwegs. Öffnen Sie den Link, damit die Wartezeit beginnt.',
    hint: 'Nichts da? Sehen Sie auch im Spam-Ordner nach.',
  },
}
