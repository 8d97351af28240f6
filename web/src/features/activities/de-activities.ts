/** Recent activity on the dashboard, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { activitiesTexts as english } from './en-activities.ts'

export const activitiesTexts: TranslationOf<typeof english> = {
  title: 'Letzte Aktivitäten',
  empty: 'Noch hat niemand geklingelt',
  emptyText: 'Drucken Sie das Schild, hängen Sie es an die Tür und klingeln Sie einmal zur Probe.',
  emptyLocal: 'Öffnen Sie Ihren Link in einem neuen Fenster und klingeln Sie einmal zur Probe.',
  failed: 'Ihre Aktivitäten konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  open: (name) => `Besuch von ${name} öffnen`,
  day: {
    title: 'Heute an der Tür',
    none: 'Noch hat es nicht geklingelt',
    rings: (rings, missed) => {
      const all = rings === 1 ? 'Einmal geklingelt' : `${rings}-mal geklingelt`
      if (!missed) return all
      return `${all}, ${rings === 1 ? 'verpasst' : `${missed} verpasst`}`
    },
  },
}
