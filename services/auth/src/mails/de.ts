/** German mails. */
import type { UnreadCounts } from '#proto/entities.ts'
import { counted, list, type MailTexts } from './catalogue.ts'

const NOT_YOU =
  'Wenn Sie das nicht waren, melden Sie sich an, ändern Sie Ihr Passwort, entfernen Sie unter „Sicherheit“ Passkeys und ' +
  'API-Token, die Sie nicht kennen, und prüfen Sie Ihr Konto.'
/** Of alerts: somebody has signed in, or has not. */
const IN =
  'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, melden Sie dieses Gerät ab, entfernen Sie Passkeys und API-Token, die ' +
  'Sie nicht kennen, und ändern Sie Ihr Passwort:'
const NOT_IN = 'Niemand hat sich angemeldet. Wenn Sie das nicht waren, prüfen Sie Ihr Konto und schalten Sie die Zwei-Faktor-Anmeldung ein:'
const ALERTS = {
  button: 'Sicherheit öffnen',
  after: ['Sie erhalten diese E-Mail, weil Sicherheitsmitteilungen eingeschaltet sind. Auf der Seite oben können Sie sie ausschalten.'],
}

function codesLeft(left: number): string {
  if (left === 0) return 'Es war der letzte. Bitte erstellen Sie unter „Sicherheit“ neue Codes.'
  return `${left === 1 ? 'Ein Code ist' : `${left} Codes sind`} noch übrig. Neue erstellen Sie unter „Sicherheit“.`
}

const unread = ({ missed, messages, visits, system }: UnreadCounts) => [
  ...counted(missed, 'verpasster Besuch', 'verpasste Besuche'),
  ...counted(messages, 'Nachricht', 'Nachrichten'),
  ...counted(visits, 'Besuchsanfrage', 'Besuchsanfragen'),
  ...counted(system, 'Hinweis zu Ihrem Konto', 'Hinweise zu Ihrem Konto'),
]

export const german: MailTexts = {
  greeting: 'Guten Tag,',
  legal: { imprint: 'Impressum', privacy: 'Datenschutz', terms: 'Nutzungsbedingungen' },
  kinds: {
    'general.verification': () => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      before: ['bitte bestätigen Sie Ihre E-Mail-Adresse für Ihre digitale Klingel:'],
      button: 'Adresse bestätigen',
      after: [
        'Der Link gilt 72 Stunden. Wenn Sie dieses Konto nicht angelegt haben, öffnen Sie ihn und wählen „Das bin ich nicht“, ' +
          'oder ignorieren Sie diese E-Mail.',
      ],
    }),
    'general.newAddress': () => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      before: [
        'jemand möchte diese E-Mail-Adresse für ein Konto der digitalen Klingel verwenden. Zum Bestätigen öffnen Sie diesen ' + 'Link:',
      ],
      button: 'Adresse bestätigen',
      after: ['Der Link gilt 72 Stunden. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Dann ändert sich nichts.'],
    }),
    'general.changeAsked': () => ({
      subject: 'Ihre E-Mail-Adresse soll geändert werden',
      before: [
        'jemand, der bei Ihrer digitalen Klingel angemeldet ist, hat eine andere E-Mail-Adresse angegeben. Bis sie bestätigt ' +
          'ist, gilt diese hier.',
        'Wenn Sie das nicht waren, kennt vielleicht jemand Ihr Passwort. Bitte prüfen Sie Ihr Konto:',
      ],
      button: 'Konto prüfen',
    }),
    'general.summary': (counts) => ({
      subject: `An Ihrer Tür: ${unread(counts).join(', ')}`,
      before: ['das gibt es Neues an Ihrer Tür:', list(unread(counts))],
      button: 'Mitteilungen öffnen',
      after: ['Sie erhalten diese E-Mail, weil E-Mail-Mitteilungen eingeschaltet sind. Auf der Seite oben können Sie sie ausschalten.'],
    }),
    'general.pass': () => ({
      subject: 'Ihr Besuch wurde angenommen',
      before: ['Ihre Besuchsanfrage wurde angenommen. Das ist Ihr Besucherpass:'],
      button: 'Besucherpass öffnen',
      after: [
        'Öffnen Sie ihn an der Tür. Wenn Sie damit klingeln, sieht man, dass Sie erwartet werden. Wenn Sie keinen Besuch ' +
          'angefragt haben, ignorieren Sie diese E-Mail.',
      ],
    }),
    'general.invitation': () => ({
      subject: 'Einladung zu einer digitalen Klingel',
      before: [
        'jemand möchte seine digitale Klingel mit Ihnen teilen, sodass sie auch bei Ihnen klingelt. Die Einladung öffnet dieser Link:',
      ],
      button: 'Einladung öffnen',
      after: [
        'Der Link funktioniert einmal und gilt sieben Tage. Wenn Sie das nicht möchten oder nicht wissen, von wem die Einladung ' +
          'kommt, ignorieren Sie diese E-Mail.',
      ],
    }),
    'account.passwordChanged': () => ({
      subject: 'Ihr Passwort wurde geändert',
      before: [
        'das Passwort Ihres Kontos der digitalen Klingel wurde geändert. Alle anderen Geräte sind abgemeldet.',
        'Wenn Sie das nicht waren, wählen Sie auf dieser Seite „Passwort vergessen?“ und legen Sie ein neues fest:',
      ],
      button: 'Anmeldeseite öffnen',
      after: ['Melden Sie sich danach an und entfernen Sie unter „Sicherheit“ Passkeys, die Sie nicht kennen.'],
    }),
    'account.resetPassword': () => ({
      subject: 'Neues Passwort festlegen',
      before: ['jemand möchte für Ihr Konto der digitalen Klingel ein neues Passwort festlegen. Das geht mit diesem Link:'],
      button: 'Passwort festlegen',
      after: [
        'Der Link gilt einmal und 30 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, ' +
          'wie es ist.',
      ],
    }),
    'account.emailChanged': () => ({
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      before: [
        'Ihr Konto der digitalen Klingel hat eine neue E-Mail-Adresse.',
        'Wenn Sie das nicht waren, öffnen Sie diesen Link. Danach gilt wieder diese Adresse, und alle Geräte sind abgemeldet:',
      ],
      button: 'Adresse zurückholen',
      after: ['Der Link gilt 72 Stunden.'],
    }),
    'account.emailBack': () => ({
      subject: 'Ihre E-Mail-Adresse gilt wieder',
      before: [
        'die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht. Alle Geräte sind abgemeldet.',
        'Vielleicht kennt jemand Ihr Passwort. Wählen Sie auf dieser Seite „Passwort vergessen?“ und legen Sie ein neues fest:',
      ],
      button: 'Anmeldeseite öffnen',
      after: [
        'Passkeys, die in den 72 Stunden vor der Änderung oder danach hinzugefügt wurden, sind entfernt. Melden Sie sich an ' +
          'und entfernen Sie unter „Sicherheit“ auch andere, die Sie nicht kennen.',
      ],
    }),
    'account.emailTaken': () => ({
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      before: [
        'die vorherige Adresse hat die Änderung auf diese E-Mail-Adresse rückgängig gemacht. Ihr Konto der digitalen Klingel ' +
          'verwendet sie nicht mehr.',
      ],
    }),
    'account.deletionWaits': () => ({
      subject: 'Ihr Konto wird bald gelöscht',
      before: [
        'Ihr Konto der digitalen Klingel ist geschlossen. Es wird gelöscht, sobald Ihr Abonnement gekündigt ist. Der ' +
          'Zahlungsdienst hat das noch nicht bestätigt. Wir versuchen es weiter.',
        'Sie müssen nichts tun. Wenn alles gelöscht ist, bekommen Sie noch eine E-Mail.',
      ],
    }),
    'account.deleted': () => ({
      subject: 'Ihr Konto wurde gelöscht',
      before: [
        'Ihr Konto der digitalen Klingel und alles, was dazu gespeichert war, wurde gelöscht. Die Codes an Ihren Türen gelten ' +
          'nicht mehr.',
        'Dies ist die letzte E-Mail an diese Adresse.',
      ],
    }),
    'account.notificationsOff': () => ({
      subject: 'Sicherheitsmitteilungen sind ausgeschaltet',
      before: [
        'für Ihr Konto der digitalen Klingel wurden die Sicherheitsmitteilungen ausgeschaltet. Über neue Geräte und gesperrte ' +
          'Adressen bekommen Sie keine E-Mails mehr.',
        'Wenn Sie das nicht waren, kennt vielleicht jemand Ihr Passwort. Ändern Sie es und schalten Sie die Mitteilungen wieder ein:',
      ],
      button: 'Sicherheit öffnen',
    }),
    'account.logsOff': () => ({
      subject: 'Ihre Anmeldungen werden nicht mehr aufgezeichnet',
      before: [
        'für Ihr Konto der digitalen Klingel wurde die Aufzeichnung der Anmeldungen ausgeschaltet. Neue Anmeldungen und ' +
          'Fehlversuche werden nicht mehr aufgelistet.',
        'Wenn Sie das nicht waren, kennt vielleicht jemand Ihr Passwort. Ändern Sie es und schalten Sie die Aufzeichnung wieder ein:',
      ],
      button: 'Sicherheit öffnen',
    }),
    'account.sessionEnds': () => ({
      subject: 'Eines Ihrer Geräte klingelt bald nicht mehr',
      before: [
        'ein Gerät, auf dem Ihre digitale Klingel klingelt, wurde länger nicht benutzt. In zwei Wochen wird es abgemeldet und ' +
          'klingelt dann nicht mehr.',
        'Damit es angemeldet bleibt, öffnen Sie Ihre Klingel auf diesem Gerät. Ist es schon abgemeldet, melden Sie sich dort neu an:',
      ],
      button: 'Anmelden',
    }),
    'factor.turnedOn': () => ({
      subject: 'Zwei-Faktor-Authentifizierung ist eingeschaltet',
      before: ['für Ihr Konto der digitalen Klingel wurde die Zwei-Faktor-Authentifizierung eingeschaltet.', NOT_YOU],
    }),
    'factor.turnedOff': () => ({
      subject: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
      before: ['für Ihr Konto der digitalen Klingel wurde die Zwei-Faktor-Authentifizierung ausgeschaltet.', NOT_YOU],
    }),
    'factor.codesReplaced': () => ({
      subject: 'Neue Wiederherstellungscodes',
      before: ['Ihr Konto der digitalen Klingel hat neue Wiederherstellungscodes. Die alten gelten nicht mehr.', NOT_YOU],
    }),
    'factor.codeUsed': ({ left }) => ({
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      before: [
        ['für Ihr Konto der digitalen Klingel wurde ein Wiederherstellungscode benutzt.', ...(left === null ? [] : [codesLeft(left)])].join(
          '\n',
        ),
        NOT_YOU,
      ],
    }),
    'factor.recoveryLink': () => ({
      subject: 'Ohne Authenticator-App anmelden',
      before: [
        'jemand, der Ihr Passwort kennt, hat keinen Zugriff mehr auf Telefon und Wiederherstellungscodes Ihres Kontos der ' +
          'digitalen Klingel. Wenn Sie das sind, öffnen Sie diesen Link. Nach 72 Stunden wird die Zwei-Faktor-Authentifizierung ' +
          'ausgeschaltet, und zum Anmelden genügt Ihr Passwort:',
      ],
      button: 'In 72 Stunden ausschalten',
      after: ['Der Link gilt 30 Minuten. Wenn Sie das nicht waren, öffnen Sie ihn nicht und ändern Sie Ihr Passwort.'],
    }),
    'factor.recoveryBegun': () => ({
      subject: 'Zwei-Faktor-Authentifizierung wird in 72 Stunden ausgeschaltet',
      before: [
        'jemand, der Ihr Passwort kennt und Ihre E-Mails liest, möchte die Zwei-Faktor-Authentifizierung Ihres Kontos der ' +
          'digitalen Klingel ausschalten. Das geschieht in 72 Stunden.',
        'Wenn Sie das nicht waren, brechen Sie es jetzt ab:',
      ],
      button: 'Abbrechen',
      after: [
        'Ändern Sie danach Ihr Passwort und entfernen Sie unter „Sicherheit“ Passkeys und API-Token, die Sie nicht kennen. ' +
          'Abbrechen können Sie auch auf jedem Gerät, auf dem Sie angemeldet sind.',
      ],
    }),
    'factor.recoveryCancelled': () => ({
      subject: 'Zwei-Faktor-Authentifizierung bleibt eingeschaltet',
      before: [
        'die Zwei-Faktor-Authentifizierung Ihres Kontos der digitalen Klingel wird nicht ausgeschaltet: Der Vorgang wurde abgebrochen.',
        'Wenn Sie ihn nicht begonnen haben, kennt jemand Ihr Passwort. Bitte ändern Sie es, und entfernen Sie unter ' +
          '„Sicherheit“ Passkeys und API-Token, die Sie nicht kennen.',
      ],
    }),
    'factor.recoveryEnded': () => ({
      subject: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
      before: [
        'die 72 Stunden sind vorbei: Für Ihr Konto der digitalen Klingel ist die Zwei-Faktor-Authentifizierung ausgeschaltet. ' +
          'Zum Anmelden genügt Ihr Passwort.',
        'Bitte richten Sie sie unter „Sicherheit“ neu ein.',
      ],
    }),
    'factor.operatorReset': () => ({
      subject: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
      before: [
        'der Betreiber Ihrer digitalen Klingel hat die Zwei-Faktor-Authentifizierung Ihres Kontos ausgeschaltet. Zum Anmelden ' +
          'genügt Ihr Passwort.',
        'Wenn Sie das nicht gewünscht haben, wenden Sie sich bitte an den Betreiber.',
      ],
    }),
    'factor.signInLink': () => ({
      subject: 'Ihr Link zum Anmelden',
      before: [
        'jemand versucht immer wieder, sich bei Ihrem Konto der digitalen Klingel anzumelden. Neue Browser müssen deshalb ' +
          'warten. Mit diesem Link melden Sie sich sofort an:',
      ],
      button: 'Anmelden',
      after: ['Der Link gilt einmal, 15 Minuten lang. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.'],
    }),
    'factor.passkeyAdded': () => ({
      subject: 'Ein Passkey wurde hinzugefügt',
      before: ['für Ihr Konto der digitalen Klingel wurde ein Passkey hinzugefügt. Mit ihm meldet man sich ohne Passwort an.', NOT_YOU],
    }),
    'factor.passkeyRemoved': () => ({
      subject: 'Ein Passkey wurde entfernt',
      before: ['ein Passkey Ihres Kontos der digitalen Klingel wurde entfernt. Die Anmeldung mit ihm ist nicht mehr möglich.', NOT_YOU],
    }),
    'factor.passkeyCopied': ({ name }) => ({
      subject: 'Eine Anmeldung mit einem Passkey wurde abgelehnt',
      before: [
        `eine Anmeldung mit dem Passkey „${name}“ Ihres Kontos der digitalen Klingel wurde abgelehnt, weil dieser Passkey vielleicht ` +
          'kopiert wurde.',
        'Bitte entfernen Sie ihn unter „Sicherheit“ und fügen Sie einen neuen hinzu.',
      ],
    }),
    'api_token.created': ({ name }) => ({
      subject: 'Ein API-Token wurde erstellt',
      before: [
        `für Ihr Konto der digitalen Klingel wurde das API-Token „${name}“ erstellt. Ein Programm kann damit im Rahmen seiner ` +
          'Berechtigungen für Ihr Konto handeln, bis Sie es unter „Sicherheit“ widerrufen.',
        NOT_YOU,
      ],
    }),
    'alert.automatic_ip_block': ({ address }) => ({
      subject: 'Fehlversuche bei der Anmeldung: Adresse gesperrt',
      before: [
        `Jemand mit der Adresse ${address} hat mehrfach versucht, sich mit einem falschen Passwort bei Ihrer digitalen Klingel ` +
          'anzumelden. Die Anmeldung von dort ist für 15 Minuten gesperrt.',
        NOT_IN,
      ],
      ...ALERTS,
    }),
    'alert.new_device_login': ({ address }) => ({
      subject: 'Anmeldung mit einem neuen Gerät',
      before: [
        'Jemand hat sich bei Ihrer digitalen Klingel mit einem Gerät angemeldet, das dafür noch nie benutzt wurde. ' +
          `Seine Adresse ist ${address}.`,
        IN,
      ],
      ...ALERTS,
    }),
    'alert.new_location_login': ({ location, address }) => ({
      subject: 'Anmeldung von einem neuen Ort',
      before: [
        `Jemand hat sich zum ersten Mal seit 90 Tagen von diesem Ort bei Ihrer digitalen Klingel angemeldet: ${location}. ` +
          `Die Adresse ist ${address}.`,
        IN,
      ],
      ...ALERTS,
    }),
    'alert.failed_login_attempts': ({ count }) => ({
      subject: 'Fehlgeschlagene Anmeldeversuche',
      before: [`Jemand hat innerhalb von 15 Minuten ${count}-mal ein falsches Passwort für Ihre digitale Klingel eingegeben.`, NOT_IN],
      ...ALERTS,
    }),
    'plan.plan_ends': ({ date }) => ({
      subject: 'Ihr Premium-Tarif endet bald',
      before: [
        `Ihr Premium-Tarif der digitalen Klingel endet am ${date}. Es wird nichts mehr abgebucht.`,
        'Danach gibt es keine Video- und Sprachanrufe, und nur Ihre erste Tür klingelt. Ihr Verlauf bleibt so lange wie versprochen.',
        'Wenn Sie Premium behalten möchten, wählen Sie auf dieser Seite „Premium behalten“:',
      ],
      button: 'Tarif öffnen',
    }),
    'plan.second_subscription': () => ({
      subject: 'Eine doppelte Zahlung wurde erstattet',
      before: [
        'Premium für Ihre digitale Klingel wurde zweimal bezahlt. Das zweite Abonnement ist gekündigt, und das Geld geht in ' +
          'den nächsten Tagen auf Ihre Karte zurück. Ihr Premium-Tarif läuft weiter.',
        'Ihre Zahlungen finden Sie auf dieser Seite:',
      ],
      button: 'Zahlungen öffnen',
    }),
    'ring.unseen': () => ({
      subject: 'Jemand steht vor Ihrer Tür',
      before: [
        'Jemand hat bei Ihrer digitalen Klingel geklingelt, und keines Ihrer Geräte hat es angezeigt. Solange es klingelt, ' +
          'können Sie hier antworten:',
      ],
      button: 'Klingeln öffnen',
      after: [
        'Danach zeigt dieselbe Seite den Besuch. Sie erhalten diese E-Mail, weil E-Mails über verpasstes Klingeln eingeschaltet sind.',
      ],
    }),
    'ring.many': () => ({
      subject: 'Ihre Klingel hat mehrmals geläutet',
      before: [
        'Ihre digitale Klingel hat innerhalb einer Stunde mehr als fünfmal geläutet, und keines Ihrer Geräte hat es angezeigt. ' +
          'Eine Stunde lang erhalten Sie keine weiteren E-Mails über einzelnes Klingeln. Das letzte ist hier:',
      ],
      button: 'Klingeln öffnen',
      after: ['Sehen Sie unter Einstellungen, Geräte nach, warum Ihre Geräte still sind.'],
    }),
  },
}
