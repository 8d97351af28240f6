/**
 * Texts that several features, or the pieces in ui, show, in German. Texts of docs/product/specification.md, 2, 5, 8 are verbatim; the rest
 * are ours.
 */
import { inZone } from '../zone.ts'
import type { sharedTexts as english } from './en-shared.ts'
import type { TranslationOf } from './translation-of.ts'

const format = (options: Intl.DateTimeFormatOptions) => inZone('de-DE', options)
const date = format({ day: 'numeric', month: 'short', year: 'numeric' })
const time = format({ hour: '2-digit', minute: '2-digit' })
const weekday = format({ weekday: 'long' })

/** "in 1 Minute", "in 15 Minuten" */
const from = new Intl.RelativeTimeFormat('de-DE')

const length = (total: number) => {
  const minutes = Math.floor(total / 60)
  return [minutes ? `${minutes} Min.` : '', total % 60 || !minutes ? `${total % 60} s` : ''].filter(Boolean).join(' ')
}

const tier = (name: string) => (name === 'Free' ? 'Kostenlos' : name)

export const sharedTexts: TranslationOf<typeof english> = {
  common: {
    product: 'Digital Doorbell',
    close: 'Schließen',
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    tryAgain: 'Erneut versuchen',
    loading: 'Wird geladen',
    errorTitle: 'Fehler',
    unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es noch einmal.',
    limitedFor: (count, unit) => `Zu viele Versuche. Bitte versuchen Sie es ${from.format(count, unit)} noch einmal.`,
    addressBlockedFor: (count, unit) =>
      `Zu viele Fehlversuche von dieser Adresse. Bitte versuchen Sie es ${from.format(count, unit)} noch einmal.`,
  },
  time: {
    unknownTime: 'Unbekannte Zeit',
    today: (time) => `Heute, ${time}`,
    yesterday: (time) => `Gestern, ${time}`,
    ago: {
      now: 'Gerade eben',
      minutes: (count) => (count === 1 ? 'vor 1 Minute' : `vor ${count} Minuten`),
      hours: (count) => (count === 1 ? 'vor 1 Stunde' : `vor ${count} Stunden`),
      thisWeek: (at) => `${weekday(at)}, ${time(at)} Uhr`,
      older: (at) => `${date(at)} um ${time(at)} Uhr`,
    },
  },
  activity: {
    unknownVisitor: 'Unbekannter Besuch',
    byInvite: 'Über Einladungslink beigetreten',
    test: { tag: 'Test-Klingeln', name: 'Ihr Besuch', text: 'Das ist ein Test-Klingeln. Antworten Sie wie einem Besuch.' },
    details: {
      unitNumber: {
        label: 'Wohnung',
        tag: (unit) => (/^(unit|apt|apartment|flat|wohnung|whg|etage|stock)\b/i.test(unit) ? unit : `Wohnung ${unit}`),
      },
    },
    tags: {
      live: 'An der Tür',
      answered_video: 'Videoanruf',
      answered_audio: 'Sprachanruf',
      answered_message: 'Nachricht',
      missed: 'Verpasst',
      dismissed: 'Abgewiesen',
      cancelled: 'Abgebrochen',
    },
    calledBack: 'Verpasst, zurückgerufen',
    hasChat: 'Mit Nachrichten',
    atHome: (owner) => `Bei ${owner}`,
    rangTimes: (times) => `hat ${times}-mal geklingelt`,
    purposes: { delivery: 'Lieferung', guest: 'Besuch', service: 'Service', other: 'Sonstiges' },
    system: 'System',
    talked: (kind, total) => `${kind} · ${length(total)}`,
    length,
    older: 'Ältere anzeigen',
    loadingOlder: 'Wird geladen',
  },
  ring: {
    title: 'Besuch an der Tür',
    video: 'Videoanruf',
    audio: 'Sprachanruf',
    message: 'Nachricht',
    ignore: 'Ignorieren',
    away: (name) => `Das Handy von ${name} ist gesperrt oder offline`,
    secondsLeft: (seconds) => `noch ${seconds} Sekunden`,
    answerFailed: 'Ihre Antwort kam nicht an. Bitte versuchen Sie es noch einmal.',
    expected: 'Erwartet',
    block: 'Besucher sperren',
    forEveryone: 'für alle',
  },
  home: { label: 'Zuhause', own: 'Mein Zuhause' },
  door: {
    print: 'Schild drucken',
    printFor: (label: string) => `Schild von ${label} drucken`,
  },
  plan: {
    plan: (name) => `Tarif ${tier(name)}`,
    tiers: { free: 'Kostenlos', premium: 'Premium' },
  },
  premium: {
    title: 'Dafür brauchen Sie Premium',
    notNow: 'Nicht jetzt',
    upgrade: 'Jetzt wechseln',
    byOperator: 'Fragen Sie den Betreiber dieses Servers nach Premium.',
    toastVideo: 'Für Videoanrufe brauchen Sie Premium.',
    toastAudio: 'Für Sprachanrufe brauchen Sie Premium. Bitte wechseln Sie den Tarif.',
  },
}
