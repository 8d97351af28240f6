/** German: errors of the fields of Schedule Visit, shown before it is sent. `{max}`: days. */
import type { TranslationOf } from '../core/texts/translation-of.ts'
import type { scheduleErrors as english } from './en-schedule.ts'

export const scheduleErrors: TranslationOf<typeof english> = {
  visitorName: 'Bitte geben Sie einen Namen an',
  date: 'Bitte wählen Sie ein Datum',
  time: 'Bitte wählen Sie eine Uhrzeit',
  purpose: 'Bitte nennen Sie den Grund Ihres Besuchs',
  email: 'Keine gültige E-Mail-Adresse',
  past: 'Bitte wählen Sie ein Datum in der Zukunft',
  far: 'Höchstens {max} Tage im Voraus',
}
