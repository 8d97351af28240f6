import type { AccountMailTexts } from './account-mail-texts.ts'

export const germanAccountMails: AccountMailTexts = {
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    lines: (link) => [
      'Guten Tag,',
      '',
      'das Passwort Ihres Kontos der digitalen Klingel wurde geändert. Alle anderen Geräte sind abgemeldet.',
      '',
      'Wenn Sie das nicht waren, wählen Sie auf dieser Seite „Passwort vergessen?“ und legen Sie ein neues fest:',
      '',
      link,
      '',
      'Melden Sie sich danach an und entfernen Sie unter „Sicherheit“ Passkeys, die Sie nicht kennen.',
      '',
    ],
  },
  resetPassword: {
    subject: 'Neues Passwort festlegen',
    lines: (link) => [
      'Guten Tag,',
      '',
      'jemand möchte für Ihr Konto der digitalen Klingel ein neues Passwort festlegen. Das geht mit diesem Link:',
      '',
      link,
      '',
      'Der Link gilt einmal und 30 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
      '',
    ],
  },
  emailChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    lines: (link) => [
      'Guten Tag,',
      '',
      'Ihr Konto der digitalen Klingel hat eine neue E-Mail-Adresse.',
      '',
      'Wenn Sie das nicht waren, öffnen Sie diesen Link. Danach gilt wieder diese Adresse, und alle Geräte sind abgemeldet:',
      '',
      link,
      '',
      'Der Link gilt 72 Stunden.',
      '',
    ],
  },
  emailBack: {
    subject: 'Ihre E-Mail-Adresse gilt wieder',
    lines: (link) => [
      'Guten Tag,',
      '',
      'die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht. Alle Geräte sind abgemeldet.',
      '',
      'Vielleicht kennt jemand Ihr Passwort. Wählen Sie auf dieser Seite „Passwort vergessen?“ und legen Sie ein neues fest:',
      '',
      link,
      '',
      'Passkeys, die in den 72 Stunden vor der Änderung oder danach hinzugefügt wurden, sind entfernt. Melden Sie sich an und entfernen ' +
        'Sie unter „Sicherheit“ auch andere, die Sie nicht kennen.',
      '',
    ],
  },
  emailTaken: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    lines: () => [
      'Guten Tag,',
      '',
      'die vorherige Adresse hat die Änderung auf diese E-Mail-Adresse rückgängig gemacht. Ihr Konto der digitalen Klingel verwendet ' +
        'sie nicht mehr.',
      '',
    ],
  },
  notificationsOff: {
    subject: 'Sicherheitsmitteilungen sind ausgeschaltet',
    lines: (link) => [
      'Guten Tag,',
      '',
      'für Ihr Konto der digitalen Klingel wurden die Sicherheitsmitteilungen ausgeschaltet. Über neue Geräte und gesperrte Adressen ' +
        'bekommen Sie keine E-Mails mehr.',
      '',
      'Wenn Sie das nicht waren, kennt vielleicht jemand Ihr Passwort. Ändern Sie es und schalten Sie die Mitteilungen wieder ein:',
      '',
      link,
      '',
    ],
  },
  logsOff: {
    subject: 'Ihre Anmeldungen werden nicht mehr aufgezeichnet',
    lines: (link) => [
      'Guten Tag,',
      '',
      'für Ihr Konto der digitalen Klingel wurde die Aufzeichnung der Anmeldungen ausgeschaltet. Neue Anmeldungen und Fehlversuche ' +
        'werden nicht mehr aufgelistet.',
      '',
      'Wenn Sie das nicht waren, kennt vielleicht jemand Ihr Passwort. Ändern Sie es und schalten Sie die Aufzeichnung wieder ein:',
      '',
      link,
      '',
    ],
  },
  deletionWaits: {
    subject: 'Ihr Konto wird bald gelöscht',
    lines: () => [
      'Guten Tag,',
      '',
      'Ihr Konto der digitalen Klingel ist geschlossen. Es wird gelöscht, sobald Ihr Abonnement gekündigt ist. Der Zahlungsdienst hat ' +
        'das noch nicht bestätigt. Wir versuchen es weiter.',
      '',
      'Sie müssen nichts tun. Wenn alles gelöscht ist, bekommen Sie noch eine E-Mail.',
      '',
    ],
  },
  deleted: {
    subject: 'Ihr Konto wurde gelöscht',
    lines: () => [
      'Guten Tag,',
      '',
      'Ihr Konto der digitalen Klingel und alles, was dazu gespeichert war, wurde gelöscht. Die Codes an Ihren Türen gelten nicht mehr.',
      '',
      'Dies ist die letzte E-Mail an diese Adresse.',
      '',
    ],
  },
  sessionEnds: {
    subject: 'Eines Ihrer Geräte klingelt bald nicht mehr',
    lines: (link) => [
      'Guten Tag,',
      '',
      'ein Gerät, auf dem Ihre digitale Klingel klingelt, wurde länger nicht benutzt. In zwei Wochen wird es abgemeldet und klingelt ' +
        'dann nicht mehr.',
      '',
      'Damit es angemeldet bleibt, öffnen Sie Ihre Klingel auf diesem Gerät. Ist es schon abgemeldet, melden Sie sich dort neu an:',
      '',
      link,
      '',
    ],
  },
}
