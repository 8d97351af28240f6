/** The plans and changing them, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { subscriptionTexts as english } from './en-subscription.ts'

export const subscriptionTexts: TranslationOf<typeof english> = {
  title: 'Tarif',
  choose: 'Tarif',
  currentPlan: 'Ihr Tarif',
  month: ' pro Monat',
  plans: {
    free: {
      name: 'Kostenlos',
      price: '0 $',
      features: ['Digitale Klingel und Chat', 'Ein QR-Code', 'Mitteilungen in Echtzeit', '3 Tage Speicher'],
      coming: [],
    },
    premium: {
      name: 'Premium',
      price: '9,99 $',
      features: ['Video- und Sprachanrufe', 'Mehrere QR-Codes', '30 Tage Speicher', 'Eigene Klingeltöne'],
      coming: ['Videoaufzeichnung', 'Alle Rechnungen', 'Bevorzugter Support'],
    },
  },
  coming: 'Demnächst',
  complimentary: 'Kostenlos freigeschaltet',
  renews: (date) => `Verlängert sich am ${date}`,
  ends: (date) => `Endet am ${date}`,
  billingOff: 'Zahlungen sind auf diesem Server nicht eingerichtet.',
  billingOffText: 'Fragen Sie den Betreiber dieses Servers nach Premium. Der kostenlose Tarif funktioniert auch ohne Zahlungen.',
  billingOffPremium: 'Der Betreiber dieses Servers hat Premium für Sie freigeschaltet.',
  toFree: 'Zum kostenlosen Tarif wechseln',
  toFreeText: 'Ab sofort: keine Anrufe, ein QR-Code, 3 Tage Speicher für neue Besuche. Für vorhandene Besuche ändert sich nichts.',
  keepPremium: 'Premium behalten',
  confirm: 'Wechsel bestätigen',
  confirming: 'Wird gewechselt',
  updated: 'Tarif geändert',
  updatedText: (name) => (name === 'Free' ? 'Sie nutzen jetzt den kostenlosen Tarif.' : `Sie nutzen jetzt ${name}.`),
  updateFailed: 'Nicht geändert',
  successTitle: 'Premium ist aktiv',
  success: 'Ihr Premium-Tarif ist jetzt aktiv.',
  canceledTitle: 'Vorgang abgebrochen',
  canceled: 'Sie haben den Wechsel abgebrochen.',
  failed: 'Ihr Tarif konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
}
