/** Mails about the second factor, its recovery and the sign-in link. They are always sent, whatever the switches say (decision 25). */
import type { Language } from '#proto/languages.ts'

type Lines = readonly string[]
type Notice = { readonly subject: string; readonly lines: Lines }
/** @param name of the passkey, as its owner typed it */
type OfPasskey = { readonly subject: string; readonly lines: (name: string) => Lines }
type Linked = { readonly subject: string; readonly lines: (link: string) => Lines }

export type FactorMailTexts = {
  readonly turnedOn: Notice
  readonly turnedOff: Notice
  readonly codesReplaced: Notice
  readonly codeUsed: {
    readonly subject: string
    /** @param left codes that still work; null where all of them ended with it */
    readonly lines: (left: number | null) => Lines
  }
  readonly recoveryLink: Linked
  readonly recoveryBegun: Linked
  readonly recoveryCancelled: Notice
  readonly recoveryEnded: Notice
  readonly operatorReset: Notice
  readonly signInLink: Linked
  readonly passkeyAdded: OfPasskey
  readonly passkeyRemoved: OfPasskey
  readonly passkeyCopied: OfPasskey
}

const EN_NOT_YOU =
  'If this was not you, sign in, change your password, remove passkeys that you do not know under Security, and check your account.'

function codesLeft(left: number): string {
  if (left === 0) return 'It was the last one. Please create new codes under Security.'
  return `${left === 1 ? 'One code is' : `${left} codes are`} left. You can create new ones under Security.`
}

const english: FactorMailTexts = {
  turnedOn: {
    subject: 'Two-factor authentication is on',
    lines: ['Hello,', '', 'Two-factor authentication was turned on for your digital doorbell account.', '', EN_NOT_YOU, ''],
  },
  turnedOff: {
    subject: 'Two-factor authentication is off',
    lines: ['Hello,', '', 'Two-factor authentication was turned off for your digital doorbell account.', '', EN_NOT_YOU, ''],
  },
  codesReplaced: {
    subject: 'New recovery codes',
    lines: ['Hello,', '', 'Your digital doorbell account has new recovery codes. The old ones no longer work.', '', EN_NOT_YOU, ''],
  },
  codeUsed: {
    subject: 'A recovery code was used',
    lines: (left) => [
      'Hello,',
      '',
      'A recovery code was used for your digital doorbell account.',
      ...(left === null ? [] : [codesLeft(left)]),
      '',
      EN_NOT_YOU,
      '',
    ],
  },
  recoveryLink: {
    subject: 'Sign in without your authenticator app',
    lines: (link) => [
      'Hello,',
      '',
      'Someone who knows your password has lost the phone and the recovery codes of your digital doorbell account. If this was you, open ' +
        'this link. After 72 hours, two-factor authentication is turned off and your password is enough to sign in:',
      '',
      link,
      '',
      'The link works for 30 minutes. If this was not you, do not open it and change your password.',
      '',
    ],
  },
  recoveryBegun: {
    subject: 'Two-factor authentication will be turned off in 72 hours',
    lines: (link) => [
      'Hello,',
      '',
      'Someone who knows your password and reads your email asked to turn off two-factor authentication ' +
        'for your digital doorbell account. ' +
        'This happens in 72 hours.',
      '',
      'If this was not you, cancel it now:',
      '',
      link,
      '',
      'Then change your password and remove passkeys that you do not know under Security. You can also cancel on every ' +
        'device on which you are signed in.',
      '',
    ],
  },
  recoveryCancelled: {
    subject: 'Two-factor authentication stays on',
    lines: [
      'Hello,',
      '',
      'The request to turn off two-factor authentication for your digital doorbell account was cancelled. Nothing changes.',
      '',
      'If you did not make this request, someone knows your password. Please change it, and remove passkeys that you do not know under ' +
        'Security.',
      '',
    ],
  },
  recoveryEnded: {
    subject: 'Two-factor authentication is off',
    lines: [
      'Hello,',
      '',
      'The 72 hours are over: two-factor authentication is off for your digital doorbell account. You can ' +
        'sign in with your password alone.',
      '',
      'Please set it up again under Security.',
      '',
    ],
  },
  operatorReset: {
    subject: 'Two-factor authentication is off',
    lines: [
      'Hello,',
      '',
      'The operator of your digital doorbell turned off two-factor authentication for your account. You ' +
        'can sign in with your password alone.',
      '',
      'If you did not ask for this, please contact the operator.',
      '',
    ],
  },
  signInLink: {
    subject: 'Your sign-in link',
    lines: (link) => [
      'Hello,',
      '',
      'Someone keeps trying to sign in to your digital doorbell account, so new browsers have to wait. With this link you can sign in now:',
      '',
      link,
      '',
      'The link works once, within 15 minutes. If you did not ask for it, ignore this email.',
      '',
    ],
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    lines: () => [
      'Hello,',
      '',
      'A passkey was added to your digital doorbell account. It signs in without your password.',
      '',
      EN_NOT_YOU,
      '',
    ],
  },
  passkeyRemoved: {
    subject: 'A passkey was removed',
    lines: () => ['Hello,', '', 'A passkey of your digital doorbell account was removed. It no longer signs in.', '', EN_NOT_YOU, ''],
  },
  passkeyCopied: {
    subject: 'A sign-in with a passkey was refused',
    lines: (name) => [
      'Hello,',
      '',
      `A sign-in with the passkey “${name}” of your digital doorbell account was refused, because that passkey may have been copied.`,
      '',
      'Please remove it under Security and add a new one.',
      '',
    ],
  },
}

const DE_NOT_YOU =
  'Wenn Sie das nicht waren, melden Sie sich an, ändern Sie Ihr Passwort, entfernen Sie unter „Sicherheit“ Passkeys, die Sie nicht ' +
  'kennen, und prüfen Sie Ihr Konto.'

function germanCodesLeft(left: number): string {
  if (left === 0) return 'Es war der letzte. Bitte erstellen Sie unter „Sicherheit“ neue Codes.'
  return `${left === 1 ? 'Ein Code ist' : `${left} Codes sind`} noch übrig. Neue erstellen Sie unter „Sicherheit“.`
}

const german: FactorMailTexts = {
  turnedOn: {
    subject: 'Zwei-Faktor-Authentifizierung ist eingeschaltet',
    lines: [
      'Guten Tag,',
      '',
      'für Ihr Konto der digitalen Klingel wurde die Zwei-Faktor-Authentifizierung eingeschaltet.',
      '',
      DE_NOT_YOU,
      '',
    ],
  },
  turnedOff: {
    subject: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
    lines: [
      'Guten Tag,',
      '',
      'für Ihr Konto der digitalen Klingel wurde die Zwei-Faktor-Authentifizierung ausgeschaltet.',
      '',
      DE_NOT_YOU,
      '',
    ],
  },
  codesReplaced: {
    subject: 'Neue Wiederherstellungscodes',
    lines: [
      'Guten Tag,',
      '',
      'Ihr Konto der digitalen Klingel hat neue Wiederherstellungscodes. Die alten gelten nicht mehr.',
      '',
      DE_NOT_YOU,
      '',
    ],
  },
  codeUsed: {
    subject: 'Ein Wiederherstellungscode wurde benutzt',
    lines: (left) => [
      'Guten Tag,',
      '',
      'für Ihr Konto der digitalen Klingel wurde ein Wiederherstellungscode benutzt.',
      ...(left === null ? [] : [germanCodesLeft(left)]),
      '',
      DE_NOT_YOU,
      '',
    ],
  },
  recoveryLink: {
    subject: 'Ohne Authenticator-App anmelden',
    lines: (link) => [
      'Guten Tag,',
      '',
      'jemand, der Ihr Passwort kennt, hat keinen Zugriff mehr auf Telefon und Wiederherstellungscodes ' +
        'Ihres Kontos der digitalen Klingel. ' +
        'Wenn Sie das sind, öffnen Sie diesen Link. Nach 72 Stunden wird die Zwei-Faktor-Authentifizierung ' +
        'ausgeschaltet, und zum Anmelden ' +
        'genügt Ihr Passwort:',
      '',
      link,
      '',
      'Der Link gilt 30 Minuten. Wenn Sie das nicht waren, öffnen Sie ihn nicht und ändern Sie Ihr Passwort.',
      '',
    ],
  },
  recoveryBegun: {
    subject: 'Zwei-Faktor-Authentifizierung wird in 72 Stunden ausgeschaltet',
    lines: (link) => [
      'Guten Tag,',
      '',
      'jemand, der Ihr Passwort kennt und Ihre E-Mails liest, möchte die Zwei-Faktor-Authentifizierung ' +
        'Ihres Kontos der digitalen Klingel ' +
        'ausschalten. Das geschieht in 72 Stunden.',
      '',
      'Wenn Sie das nicht waren, brechen Sie es jetzt ab:',
      '',
      link,
      '',
      'Ändern Sie danach Ihr Passwort und entfernen Sie unter „Sicherheit“ Passkeys, die Sie nicht kennen. ' +
        'Abbrechen können Sie auch auf jedem Gerät, auf dem Sie angemeldet sind.',
      '',
    ],
  },
  recoveryCancelled: {
    subject: 'Zwei-Faktor-Authentifizierung bleibt eingeschaltet',
    lines: [
      'Guten Tag,',
      '',
      'die Zwei-Faktor-Authentifizierung Ihres Kontos der digitalen Klingel wird nicht ausgeschaltet: Der Vorgang wurde abgebrochen.',
      '',
      'Wenn Sie ihn nicht begonnen haben, kennt jemand Ihr Passwort. Bitte ändern Sie es, und entfernen Sie unter „Sicherheit“ ' +
        'Passkeys, die Sie nicht kennen.',
      '',
    ],
  },
  recoveryEnded: {
    subject: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
    lines: [
      'Guten Tag,',
      '',
      'die 72 Stunden sind vorbei: Für Ihr Konto der digitalen Klingel ist die Zwei-Faktor-Authentifizierung ausgeschaltet. Zum Anmelden ' +
        'genügt Ihr Passwort.',
      '',
      'Bitte richten Sie sie unter „Sicherheit“ neu ein.',
      '',
    ],
  },
  operatorReset: {
    subject: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
    lines: [
      'Guten Tag,',
      '',
      'der Betreiber Ihrer digitalen Klingel hat die Zwei-Faktor-Authentifizierung Ihres Kontos ausgeschaltet. Zum Anmelden genügt Ihr ' +
        'Passwort.',
      '',
      'Wenn Sie das nicht gewünscht haben, wenden Sie sich bitte an den Betreiber.',
      '',
    ],
  },
  signInLink: {
    subject: 'Ihr Link zum Anmelden',
    lines: (link) => [
      'Guten Tag,',
      '',
      'jemand versucht immer wieder, sich bei Ihrem Konto der digitalen Klingel anzumelden. Neue Browser ' +
        'müssen deshalb warten. Mit diesem ' +
        'Link melden Sie sich sofort an:',
      '',
      link,
      '',
      'Der Link gilt einmal, 15 Minuten lang. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
      '',
    ],
  },
  passkeyAdded: {
    subject: 'Ein Passkey wurde hinzugefügt',
    lines: () => [
      'Guten Tag,',
      '',
      'für Ihr Konto der digitalen Klingel wurde ein Passkey hinzugefügt. Mit ihm meldet man sich ohne Passwort an.',
      '',
      DE_NOT_YOU,
      '',
    ],
  },
  passkeyRemoved: {
    subject: 'Ein Passkey wurde entfernt',
    lines: () => [
      'Guten Tag,',
      '',
      'ein Passkey Ihres Kontos der digitalen Klingel wurde entfernt. Die Anmeldung mit ihm ist nicht mehr möglich.',
      '',
      DE_NOT_YOU,
      '',
    ],
  },
  passkeyCopied: {
    subject: 'Eine Anmeldung mit einem Passkey wurde abgelehnt',
    lines: (name) => [
      'Guten Tag,',
      '',
      `eine Anmeldung mit dem Passkey „${name}“ Ihres Kontos der digitalen Klingel wurde abgelehnt, weil dieser Passkey vielleicht ` +
        'kopiert wurde.',
      '',
      'Bitte entfernen Sie ihn unter „Sicherheit“ und fügen Sie einen neuen hinzu.',
      '',
    ],
  },
}

export const FACTOR_MAIL_TEXTS: Readonly<Record<Language, FactorMailTexts>> = { en: english, de: german }
