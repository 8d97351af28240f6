/** German: what stands in the pages' own markup before any script, and which language that is. */
import type { pageTexts as english } from './en-page.ts'
import type { Words } from './words.ts'

export const pageTexts: Words<typeof english> = {
  language: 'de',
  product: 'Digital Doorbell',
  noScript: 'Die Seiten für Bewohner brauchen JavaScript. Besucher können auch ohne klingeln.',
}
