/** The plans and changing them, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { subscriptionTexts as english } from './en-subscription.ts'

const tier = (name: string) => (name === 'Free' ? 'Kostenlos' : name)

export const subscriptionTexts: TranslationOf<typeof english> = {
  title: 'Tarif',
  choose: 'Tarif',
  currentPlan: 'Ihr Tarif',
  month: ' im Monat',
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
  coming: 'Kommt noch',
  complimentary: 'geschenkt',
  renews: (date) => `Verlängert sich am ${date}`,
  ends: (date) => `Endet am ${date}`,
  billingOff: 'Zahlungen sind auf diesem Server nicht eingerichtet.',
  billingOffText: 'Nur wer ihn betreibt, kann Ihrem Konto Premium geben. Alles im kostenlosen Tarif geht auch ohne.',
  billingOffPremium: 'Premium wurde Ihnen vom Betreiber dieses Servers gegeben.',
  toFree: 'Zum kostenlosen Tarif wechseln',
  toFreeText: 'Von da an: keine Anrufe, ein QR-Code, 3 Tage Speicher für neue Besuche. Was gespeichert ist, bleibt so lange wie zugesagt.',
  keepPremium: 'Premium behalten',
  confirm: 'Wechsel bestätigen',
  confirming: 'Wird gewechselt',
  updated: 'Tarif geändert',
  updatedText: (name) => `Sie nutzen jetzt den Tarif ${tier(name)}.`,
  updateFailed: 'Nicht geändert',
  successTitle: 'Premium ist aktiv',
  success: 'Ihr Premium-Tarif ist jetzt aktiv.',
  canceledTitle: 'Vorgang abgebrochen',
  canceled: 'Sie haben den Wechsel abgebrochen.',
  failed: 'Ihr Tarif konnte nicht geladen werden. Bitte versuchen Sie es noch einmal.',
}
