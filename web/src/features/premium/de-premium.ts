/** The offer of Premium after an answer by video or audio, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { premiumTexts as english } from './en-premium.ts'

export const premiumTexts: TranslationOf<typeof english> = {
  video: (name) => `Für Videoanrufe brauchen Sie Premium. ${name} ist noch an der Tür und kann mit Ihnen chatten.`,
  audio: (name) => `Für Sprachanrufe brauchen Sie Premium. ${name} ist noch an der Tür und kann mit Ihnen chatten.`,
  noCalls: 'Hier sind keine Anrufe möglich',
  atHome: {
    video: (owner, name) => `Im Tarif von ${owner} sind keine Videoanrufe enthalten. Sie können ${name} schreiben.`,
    audio: (owner, name) => `Im Tarif von ${owner} sind keine Sprachanrufe enthalten. Sie können ${name} schreiben.`,
  },
  recording: (name) => `Um Anrufe aufzunehmen, brauchen Sie Premium. Ihr Anruf mit ${name} geht weiter.`,
}
