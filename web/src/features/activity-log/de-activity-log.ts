/** Activity Logs, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { activityLogTexts as english } from './en-activity-log.ts'

export const activityLogTexts: TranslationOf<typeof english> = {
  title: 'Aktivitäten',
  all: 'Alle Aktivitäten',
  search: 'Aktivitäten suchen …',
  searchLabel: 'Aktivitäten suchen',
  tabsLabel: 'Art der Aktivität',
  tabs: { all: 'Alle Aktivitäten', doorbell: 'Klingel', messages: 'Nachrichten', notifications: 'Mitteilungen' },
  tabsShort: { all: 'Alle', doorbell: 'Klingel', messages: 'Chat', notifications: 'Hinweise' },
  types: {
    doorbell_ring: 'Klingel',
    message: 'Nachricht',
    video_call: 'Videoanruf',
    audio_call: 'Sprachanruf',
    notification: 'Mitteilung',
  },
  handled: 'Erledigt',
  unhandled: 'Offen',
  mark: 'Als erledigt markieren',
  markOf: (name) => `Als erledigt markieren: ${name}`,
  empty: 'Noch keine Aktivität',
  emptyText: 'Wenn es klingelt, jemand schreibt oder anruft, steht es hier.',
  noMatch: 'Keine passende Aktivität',
  noMatchText: 'Versuchen Sie es mit einem anderen Reiter oder Suchwort.',
  updated: 'Aktivität aktualisiert',
  updatedText: 'Die Aktivität wurde als erledigt markiert.',
  updateFailed: 'Nicht aktualisiert',
  updateFailedText: 'Die Aktivität konnte nicht als erledigt markiert werden.',
  loadFailed: 'Aktivitäten nicht geladen',
  loadFailedText: 'Ihre Aktivitäten konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  error: 'Fehler',
  errorText: 'Beim Laden der Aktivitäten ist ein Fehler aufgetreten.',
}
