/** Writing to the operator of this server, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { supportTexts as english } from './en-support.ts'

export const supportTexts: TranslationOf<typeof english> = {
  title: 'Support',
  text: 'Schreiben Sie an den Betreiber dieses Servers. Die Antwort kommt per E-Mail.',
  priority: 'Schreiben Sie an den Betreiber dieses Servers. Mit Premium wird Ihre Frage zuerst beantwortet. Die Antwort kommt per E-Mail.',
  unconfirmed: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse, damit man Ihnen antworten kann.',
  label: 'Ihre Frage',
  send: 'Senden',
  sending: 'Wird gesendet',
  sent: 'Frage gesendet',
  sentText: (email) => `Die Antwort kommt an ${email}.`,
  failed: 'Ihre Frage wurde nicht gesendet',
}
