/** Confirming an email address and the end of a session, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { accountNoticeTexts as english } from './en-account-notices.ts'

export const accountNoticeTexts: TranslationOf<typeof english> = {
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    ask: 'Ist das Ihr Konto?',
    askText: (username, email) => `„${username}“ möchte ${email} für ein Konto der digitalen Türklingel verwenden.`,
    mine: 'Ja, das bin ich',
    notMine: 'Das bin ich nicht',
    rejected: 'Vielen Dank',
    rejectedText: 'Ihre E-Mail-Adresse wird für dieses Konto nicht verwendet.',
    done: 'E-Mail-Adresse bestätigt',
    doneText: (email) => `${email} ist jetzt bestätigt.`,
    failed: 'Dieser Link hat nicht funktioniert',
    toDashboard: 'Zur Übersicht',
    toSignIn: 'Zur Anmeldung',
    open: 'Ihre E-Mail-Adresse ist noch nicht bestätigt.',
    openText: (email) => `Wir haben einen Link an ${email} geschickt.`,
    resend: 'Noch einmal senden',
    resent: 'E-Mail gesendet',
    resentText: 'Bitte sehen Sie in Ihrem Posteingang nach.',
    resendFailed: 'E-Mail nicht gesendet',
  },
  recovery: {
    title: (date, time) => `Die Zwei-Faktor-Anmeldung wird am ${date} um ${time} Uhr ausgeschaltet.`,
    text: 'Wenn Sie das nicht waren, brechen Sie es ab und ändern Sie Ihr Passwort.',
    cancel: 'Abbrechen',
    cancelled: 'Die Zwei-Faktor-Anmeldung bleibt an',
    cancelledText: 'Wenn nicht Sie sie ausschalten wollten, ändern Sie jetzt Ihr Passwort.',
    failed: 'Nicht abgebrochen',
  },
  sessionEnd: {
    title: (date) => `Sie werden am ${date} abgemeldet.`,
    text: 'Melden Sie sich erneut an, um angemeldet zu bleiben.',
    signIn: 'Erneut anmelden',
  },
}
