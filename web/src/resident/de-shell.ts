/** The texts around every page of the resident, and of the small pages, in German. */
import type { TranslationOf } from '../core/texts/translation-of.ts'
import type { shellTexts as english } from './en-shell.ts'

export const shellTexts: TranslationOf<typeof english> = {
  skipToContent: 'Zum Inhalt springen',
  main: 'Hauptmenü',
  menu: 'Menü öffnen',
  closeMenu: 'Menü schließen',
  signOut: 'Abmelden',
  live: 'Live',
  connecting: 'Verbindet',
  offline: 'Offline',
  liveHint: 'Klingelt es, sehen Sie es hier sofort.',
  connectingHint: 'Klingelt es, sehen Sie es hier nach wenigen Sekunden.',
  late: 'Verzögert',
  lateBar: 'Keine Live-Verbindung. Es klingelt etwas später.',
  offlineBar: 'Sie sind offline. Dieses Gerät klingelt gerade nicht.',
  unreachable: 'Keine Verbindung',
  unreachableBar: 'Der Server antwortet nicht. Klingeln kann ausbleiben.',
  connectingBar: 'Verbindet neu. Es klingelt etwas später.',
  update: { ready: 'Eine neue Version ist bereit', reload: 'Neu laden' },
  offlinePage: {
    device: { title: 'Sie sind offline', text: 'Ihre Klingel ist von selbst wieder da, sobald dieses Gerät eine Verbindung hat.' },
    server: {
      title: 'Der Server antwortet nicht',
      text: 'Ihre Klingel ist von selbst wieder da. Bis dahin kann Klingeln auf diesem Gerät ausbleiben.',
    },
    trying: 'Neuer Versuch läuft',
  },
  zone: {
    likeTitle: (zone) => `Zeitzone: ${zone.replaceAll('_', ' ')}`,
    likeText: (own) =>
      `Dieser Server kennt ${own.replaceAll('_', ' ')} nicht. Die Uhren gehen gleich. Ändern können Sie das in den Einstellungen.`,
    unsaidText: 'Dieser Browser nennt seine Zeitzone nicht. Die Uhren gehen gleich. Ändern können Sie das in den Einstellungen.',
    unknownTitle: 'Wählen Sie Ihre Zeitzone',
    unknownText: 'Dieser Server kennt die dieses Browsers nicht. Bis Sie in den Einstellungen eine wählen, gelten Ruhezeiten in UTC.',
  },
  more: 'Weitere Seiten',
  back: 'Zurück',
  signedOut: {
    title: 'Anmeldung erforderlich',
    text: 'Bitte melden Sie sich an, um diese Funktion zu nutzen.',
  },
  sessionEnded: {
    title: 'Sie wurden abgemeldet',
    text: 'Auf diesem Gerät klingelt es erst wieder, wenn Sie sich anmelden.',
  },
  dashboard: {
    title: 'Meine Klingel',
    menuLabel: 'Übersicht',
  },
  small: {
    redirecting: 'Weiter zur Übersicht …',
    notFound: '404 Seite nicht gefunden',
    notFoundHint: 'Unter dieser Adresse gibt es keine Seite.',
    home: 'Zur Übersicht',
    visitGone: 'Dieser Besuch ist nicht mehr da',
    visitGoneHint: 'Er wurde gelöscht oder gehört zu einem anderen Konto.',
    history: 'Zum Besucherverlauf',
    wrong: 'Etwas ist schiefgelaufen',
    reload: 'Seite neu laden',
    liveFailed: 'Auf dieser Seite kann es erst wieder klingeln, wenn sie neu geladen wurde.',
    pageFailed: 'Diese Seite konnte nicht angezeigt werden',
    pageFailedHint: 'Bitte laden Sie sie neu. Wenn das nicht hilft, versuchen Sie es in einer Minute noch einmal.',
    supportCode: (id) => `Code für den Support: ${id}`,
  },
}
