/** Recent activity on the dashboard, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { activitiesTexts as english } from './en-activities.ts'

export const activitiesTexts: TranslationOf<typeof english> = {
  title: 'Letzte Aktivitäten',
  empty: 'Noch hat niemand geklingelt',
  emptyText: 'Probieren Sie es aus: Klingeln Sie an der eigenen Tür. Dann drucken Sie das Schild und hängen es auf.',
  ringMyDoor: 'An meiner Tür klingeln',
  ringing: 'Es klingelt',
  quietTitle: 'Ihre Klingel ist gerade still',
  quietText: 'Das Test-Klingeln kam ohne Fenster: „Nicht stören“, Ruhezeiten oder Ihre Einstellungen lassen Besuch nur in die Liste.',
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
