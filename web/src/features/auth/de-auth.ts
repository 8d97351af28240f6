/** Signing in, registering and signing out, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { authTexts as english } from './en-auth.ts'

export const authTexts: TranslationOf<typeof english> = {
  title: 'Anmelden',
  signInHeading: 'Bei Ihrem Konto anmelden',
  registerHeading: 'Konto anlegen',
  username: 'Benutzername',
  password: 'Passwort',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail-Adresse',
  confirmPassword: 'Passwort wiederholen',
  signIn: 'Anmelden',
  signingIn: 'Wird angemeldet',
  createAccount: 'Konto anlegen',
  creatingAccount: 'Konto wird angelegt',
  noAccount: 'Noch kein Konto?',
  signUp: 'Registrieren',
  haveAccount: 'Schon ein Konto?',
  toSignIn: 'Anmelden',
  loginFailed: 'Anmeldung fehlgeschlagen',
  registrationFailed: 'Registrierung fehlgeschlagen',
  logoutFailed: 'Abmeldung fehlgeschlagen',
  loginDone: 'Angemeldet',
  welcomeBack: (firstName) => `Willkommen zurück, ${firstName}!`,
  registrationDone: 'Konto angelegt',
  welcome: (firstName) => `Willkommen, ${firstName}! Ihre Klingel ist bereit.`,
  logoutDone: 'Abgemeldet',
  loggedOut: 'Sie sind jetzt abgemeldet.',
  features: [
    { title: 'Digitale Klingel', text: 'Ein QR-Code statt der alten Türklingel' },
    { title: 'Videogespräche', text: 'Video- und Sprachanrufe in Echtzeit' },
    { title: 'Immer erreichbar', text: 'Es klingelt auf jedem Gerät, auf dem Ihre Klingel geöffnet ist' },
  ],
  sample: { door: 'Ahornweg 14', scan: 'Scannen und klingeln', visitor: 'Markus Bell', message: 'Paket für 4B' },
}
