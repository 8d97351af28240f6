/** An incoming ring and its answers, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { ringsTexts as english } from './en-rings.ts'

export const ringsTexts: TranslationOf<typeof english> = {
  disconnect: 'Trennen',
  works: 'Es funktioniert',
  done: 'Fertig',
  notMe: 'Nicht für mich',
  silence: 'Ton aus',
  silenced: 'Ton auf diesem Gerät aus',
  tapForSound: 'Für Ton tippen',
  photo: (name) => `Foto von ${name}`,
  offline: 'Keine Verbindung. Ihre Antwort wird gesendet, sobald es wieder eine gibt.',
  probablyOver: 'Dieses Klingeln ist wahrscheinlich vorbei.',
  also: 'Auch an der Tür',
  alsoLeft: (seconds) => `noch ${seconds} s`,
  alsoMore: (count) => `und ${count} weitere`,
  premium: {
    message: (name) => `Nachricht an ${name}`,
    noCalls: 'Hier sind keine Anrufe möglich',
    atHome: {
      video: (owner) => `Im Tarif von ${owner} sind keine Videoanrufe enthalten.`,
      audio: (owner) => `Im Tarif von ${owner} sind keine Sprachanrufe enthalten.`,
    },
    stillThere: (name) => `${name} ist noch an der Tür und kann mit Ihnen chatten.`,
  },
}
