/** The texts of mails about security alerts. They contain nothing that whoever signed in could choose, as the name of a browser is. */
import type { MailedAlert } from '#proto/alert-kinds.ts'
import type { Language } from '#proto/languages.ts'

export type AlertMailFacts = { readonly address: string; readonly location: string; readonly count: string }
type AlertMailText = {
  readonly subject: string
  readonly what: (facts: AlertMailFacts) => string
  /** Whether somebody got in. */
  readonly signedIn: boolean
}
type AlertMailTexts = {
  readonly kinds: Readonly<Record<MailedAlert, AlertMailText>>
  readonly greeting: string
  readonly next: (signedIn: boolean) => string
  readonly reason: string
}

const english: AlertMailTexts = {
  kinds: {
    automatic_ip_block: {
      subject: 'Failed sign-ins: an address is blocked',
      what: ({ address }) =>
        `Someone at the address ${address} has repeatedly tried to sign in to your digital doorbell with a wrong password. ` +
        'Signing in from there is blocked for 15 minutes.',
      signedIn: false,
    },
    new_device_login: {
      subject: 'New device signed in',
      what: ({ address }) =>
        `Someone signed in to your digital doorbell with a device that had not been used for it before. Its address is ${address}.`,
      signedIn: true,
    },
    new_location_login: {
      subject: 'Sign-in from a new location',
      what: ({ location, address }) =>
        `Someone signed in to your digital doorbell from ${location}, for the first time in 90 days. The address is ${address}.`,
      signedIn: true,
    },
    failed_login_attempts: {
      subject: 'Failed attempts to sign in',
      what: ({ count }) => `Someone has entered a wrong password for your digital doorbell ${count} times within 15 minutes.`,
      signedIn: false,
    },
  },
  greeting: 'Hello,',
  next: (signedIn) =>
    signedIn
      ? 'If this was you, you need to do nothing. If not, sign out that device, remove passkeys that you do not know, and change your ' +
        'password:'
      : 'Nobody got in. If this was not you, check your account and turn on two-factor authentication:',
  reason: 'You get this email because security notifications are on. You can turn them off on the page above.',
}

const german: AlertMailTexts = {
  kinds: {
    automatic_ip_block: {
      subject: 'Fehlversuche bei der Anmeldung: Adresse gesperrt',
      what: ({ address }) =>
        `Jemand mit der Adresse ${address} hat mehrfach versucht, sich mit einem falschen Passwort bei Ihrer digitalen Klingel ` +
        'anzumelden. Die Anmeldung von dort ist für 15 Minuten gesperrt.',
      signedIn: false,
    },
    new_device_login: {
      subject: 'Anmeldung mit einem neuen Gerät',
      what: ({ address }) =>
        'Jemand hat sich bei Ihrer digitalen Klingel mit einem Gerät angemeldet, das dafür noch nie benutzt wurde. ' +
        `Seine Adresse ist ${address}.`,
      signedIn: true,
    },
    new_location_login: {
      subject: 'Anmeldung von einem neuen Ort',
      what: ({ location, address }) =>
        `Jemand hat sich zum ersten Mal seit 90 Tagen von diesem Ort bei Ihrer digitalen Klingel angemeldet: ${location}. ` +
        `Die Adresse ist ${address}.`,
      signedIn: true,
    },
    failed_login_attempts: {
      subject: 'Fehlgeschlagene Anmeldeversuche',
      what: ({ count }) => `Jemand hat innerhalb von 15 Minuten ${count}-mal ein falsches Passwort für Ihre digitale Klingel eingegeben.`,
      signedIn: false,
    },
  },
  greeting: 'Guten Tag,',
  next: (signedIn) =>
    signedIn
      ? 'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, melden Sie dieses Gerät ab, entfernen Sie Passkeys, die Sie nicht ' +
        'kennen, und ändern Sie Ihr Passwort:'
      : 'Niemand hat sich angemeldet. Wenn Sie das nicht waren, prüfen Sie Ihr Konto und schalten Sie die Zwei-Faktor-Anmeldung ein:',
  reason: 'Sie erhalten diese E-Mail, weil Sicherheitsmitteilungen eingeschaltet sind. Auf der Seite oben können Sie sie ausschalten.',
}

const TEXTS: Readonly<Record<Language, AlertMailTexts>> = { en: english, de: german }

/**
 * @param link the security page
 * @returns with whether somebody got in
 */
export function writeAlertMail(kind: MailedAlert, facts: AlertMailFacts, link: string, language: Language) {
  const { kinds, greeting, next, reason } = TEXTS[language]
  const { subject, what, signedIn } = kinds[kind]
  return { subject, signedIn, text: [greeting, '', what(facts), '', next(signedIn), '', link, '', reason, ''].join('\n') }
}
