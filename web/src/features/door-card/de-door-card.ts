/** The doorbell card on the dashboard, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { doorCardTexts as english } from './en-door-card.ts'

export const doorCardTexts: TranslationOf<typeof english> = {
  card: 'Ihre Klingel',
  qr: (label) => `QR-Code für ${label}`,
  link: 'Link zu Ihrer Klingel',
  copyLink: 'Link kopieren',
  share: 'Link teilen',
  linkCopied: 'Link kopiert!',
  textCopied: 'Text kopiert!',
  shareText: (link) => `Mit diesem Link klingeln Sie bei mir: ${link}`,
  copyFailed: 'Der Link konnte nicht kopiert werden. Bitte markieren und kopieren Sie ihn selbst.',
  code: 'Code',
  localTitle: 'Dieser Code funktioniert nur auf diesem Computer.',
  localText: 'Starten Sie die Klingel mit „npm start -- --lan“, damit Handys in Ihrem Netz ihn scannen können.',
  failed: 'Ihre Klingel konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  off: 'Diese Tür ist ausgeschaltet. Mit Code oder Link kann niemand klingeln.',
  paused: 'Diese Tür ist pausiert. Mit Code oder Link kann niemand klingeln.',
  toDoors: 'Zu den Türen',
}
