/** The offer of Premium on the dashboard, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { promoTexts as english } from './en-promo.ts'

export const promoTexts: TranslationOf<typeof english> = {
  full: 'Sehen Sie, wer da ist, und sprechen Sie mit Ihrem Besuch',
  features: 'Video- und Sprachanrufe, mehrere QR-Codes und 30 Tage Speicher.',
  price: (price) => `${price} im Monat.`,
  fullButton: 'Zu Premium wechseln',
  compact: 'Per Video antworten',
  compactText: (price) => `Premium, ${price} im Monat`,
  compactButton: 'Wechseln',
}
