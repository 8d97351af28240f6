/** What is around every page of the resident, and the small pages, in German. */
import type { TranslationOf } from '../core/texts/translation-of.ts'
import type { shellTexts as english } from './en-shell.ts'

export const shellTexts: TranslationOf<typeof english> = {
  skipToContent: 'Zum Inhalt springen',
  main: 'Hauptmenü',
  menu: 'Menü öffnen',
  closeMenu: 'Menü schließen',
  signOut: 'Abmelden',
  live: 'Live',
  connecting: 'Verbinden',
  offline: 'Offline',
  liveHint: 'Jedes Klingeln erreicht diese Seite sofort.',
  connectingHint: 'Jedes Klingeln erreicht diese Seite nach wenigen Sekunden.',
  late: 'Verzögert',
  lateBar: 'Keine Live-Verbindung. Klingeln kommt ein paar Sekunden später an.',
  offlineBar: 'Sie sind offline. Ihre anderen Geräte klingeln weiter.',
  connectingBar: 'Verbindung wird wiederhergestellt. Es klingelt weiter, nur ein paar Sekunden später.',
  more: 'Weitere Seiten',
  back: 'Zurück',
  signedOut: {
    title: 'Anmeldung erforderlich',
    text: 'Bitte melden Sie sich an, um diese Funktion zu nutzen.',
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
    wrong: 'Etwas ist schiefgegangen',
    reload: 'Seite neu laden',
    pageFailed: 'Diese Seite konnte nicht gezeigt werden',
    pageFailedHint: 'Bitte laden Sie sie neu. Wenn das nicht hilft, versuchen Sie es in einer Minute noch einmal.',
  },
}
