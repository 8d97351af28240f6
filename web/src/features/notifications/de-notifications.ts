/** Notifications and the bell, in German. */
import { writeDevice } from '../../core/texts/de-time.ts'
import type { notificationTexts as english } from './en-notifications.ts'

export const notificationTexts: typeof english = {
  title: 'Mitteilungen',
  bell: (unread) => (unread ? `Mitteilungen, ${unread} ungelesen` : 'Mitteilungen'),
  badge: (unread) => (unread > 99 ? '99+' : String(unread)),
  search: 'Mitteilungen durchsuchen …',
  filters: 'Filter',
  tabs: { all: 'Alle', unread: 'Ungelesen', doorbell: 'Klingel', messages: 'Nachrichten', packages: 'Pakete' },
  markAll: 'Alle als gelesen markieren',
  allRead: 'Alle Mitteilungen sind gelesen',
  undo: 'Rückgängig',
  undone: 'Die Mitteilungen sind wieder ungelesen',
  markRead: (title) => `Als gelesen markieren: ${title}`,
  badgeNew: 'Neu',
  viewDetails: 'Details ansehen',
  open: (title) => `Öffnen: ${title}`,
  none: 'Keine Mitteilungen',
  noMatch: 'Keine Mitteilung passt zu Ihrer Suche',
  caughtUp: 'Sie sind auf dem neuesten Stand!',
  failed: 'Ihre Mitteilungen konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  readFailed: 'Die Mitteilungen konnten nicht als gelesen markiert werden',
  loadMore: 'Ältere anzeigen',
  /** Below a new device's sign-in; leads to the Security page. */
  notYou: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort.',
  titles: {
    ring: ({ name }) => `${name} hat geklingelt`,
    missed: ({ name }) => `Sie haben ${name} verpasst`,
    left: ({ name }) => `${name} hat geklingelt und ist gegangen`,
    message: ({ name }) => `Nachricht von ${name}`,
    visit: ({ name }) => `${name} möchte Sie besuchen`,
    device: () => 'Anmeldung mit einem neuen Gerät',
    plan: () => 'Ihr Tarif hat sich geändert',
    joined: ({ name }) => `${name} gehört jetzt zu Ihrem Haushalt`,
  },
  delivery: { ring: 'Eine Lieferung hat geklingelt', missed: 'Sie haben eine Lieferung verpasst', left: 'Eine Lieferung kam und ging' },
  messages: {
    device: ({ device }) => `${writeDevice(device)}.`,
    plan: ({ tier }) => (tier === 'premium' ? 'Sie nutzen jetzt Premium.' : 'Sie nutzen jetzt den kostenlosen Tarif.'),
    joined: () => 'Wenn es an den geteilten Türen klingelt, klingelt es auch dort.',
  },
}
