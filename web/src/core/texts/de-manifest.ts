/** German: what the installed app is called, and what its store page and its icon's menu say. */
import type { manifestTexts as english } from './en-manifest.ts'
import type { TranslationOf } from './translation-of.ts'

export const manifestTexts: TranslationOf<typeof english> = {
  name: 'Digital Doorbell',
  shortName: 'Klingel',
  description: 'Eine Klingel, die ein QR-Code ist: scannen, klingeln, einander sehen.',
  visitors: 'Besucher',
  notifications: 'Mitteilungen',
  settings: 'Einstellungen der Klingel',
  ring: 'Jemand steht vor der Tür',
  dashboard: 'Ihre Tür, und wer geklingelt hat',
}
