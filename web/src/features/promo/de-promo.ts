/** The offer of Premium on the dashboard, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { promoTexts as english } from './en-promo.ts'

export const promoTexts: TranslationOf<typeof english> = {
  full: 'Sehen Sie, wer da ist, und sprechen Sie miteinander',
  features: 'Video- und Sprachanrufe, viele QR-Codes und 30 Tage Speicher.',
  price: '9,99 $ im Monat.',
  fullButton: 'Zu Premium wechseln',
  compact: 'Mit Video antworten',
  compactText: 'Premium, 9,99 $ im Monat',
  compactButton: 'Wechseln',
}
