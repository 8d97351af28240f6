/** German: the texts in the pages' markup before any script, and their language. */
import type { pageTexts as english } from './en-page.ts'
import type { TranslationOf } from './translation-of.ts'

export const pageTexts: TranslationOf<typeof english> = {
  language: 'de',
  product: 'Digital Doorbell',
  noScript: 'Diese Seite braucht JavaScript. Schalten Sie es in den Einstellungen Ihres Browsers ein. Klingeln geht auch ohne.',
}
