/** The links to the operator's own pages about the service, in German. */
import type { legalTexts as english } from './en-legal.ts'
import type { TranslationOf } from './translation-of.ts'

export const legalTexts: TranslationOf<typeof english> = {
  label: 'Rechtliches',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  terms: 'Nutzungsbedingungen',
}
