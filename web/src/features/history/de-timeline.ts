/** A ring on each page and device, and why it was missed, in German. */
import { sharedTexts } from '../../core/texts/de-shared.ts'
import { writeDevice } from '../../core/texts/de-time.ts'
import type { timelineTexts as english } from './en-timeline.ts'

const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })
const list = new Intl.ListFormat('de-DE')

/** "412 ms", "1,4 s", "2 Min. 5 s" */
function span(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`
  return milliseconds < 60_000 ? `${number.format(milliseconds / 1_000)} s` : sharedTexts.activity.length(Math.round(milliseconds / 1_000))
}

export const timelineTexts: typeof english = {
  loading: 'Es wird nachgesehen, was jedes Gerät getan hat',
  failed: 'Was an Ihre Geräte gesendet wurde, konnte nicht geladen werden.',
  device: writeDevice,
  after: (milliseconds) => `nach ${span(milliseconds)}`,
  page: { reached: (device) => `Auf der offenen Seite angekommen: ${device}`, seen: (device) => `Gesehen: ${device}` },
  anotherPage: 'ein anderes Gerät',
  push: {
    ring: (device) => `Gesendet an: ${device}`,
    missed: (device) => `„Verpasst“ gesendet an: ${device}`,
    ended: (device) => `Ende des Klingelns gesendet an: ${device}`,
    message: (device) => `Nachricht gesendet an: ${device}`,
    failed: (device) => `Nicht gesendet an: ${device}`,
    removed: (count) => (count === 1 ? 'Ein Gerät, das inzwischen entfernt wurde' : `${count} Geräte, die inzwischen entfernt wurden`),
    withheld: (count, device) => (count === 1 ? `Nicht gesendet an: ${device}` : `Nicht gesendet an ${count} Geräte`),
  },
  removed: 'was dort geschah, ist nicht mehr bekannt',
  accepted: (milliseconds, tries) =>
    tries === 1 ? `angenommen nach ${span(milliseconds)}` : `angenommen nach ${span(milliseconds)}, beim ${tries}. Versuch`,
  shown: (milliseconds) => `angezeigt nach ${span(milliseconds)}`,
  pressed: (milliseconds) => `angetippt nach ${span(milliseconds)}`,
  neverShown: 'nicht angezeigt',
  sending: 'wartet auf den Push-Dienst',
  due: 'der Push-Dienst bittet zu warten',
  gone: 'der Push-Dienst hat das Abonnement beendet',
  silent: 'der Push-Dienst hat nicht geantwortet',
  answered: (status) => `der Push-Dienst hat mit ${status} geantwortet`,
  over: 'das Klingeln war vorbei, bevor der Push-Dienst es annahm',
  off: 'Mitteilungen waren aus oder still',
  phonesOff: 'mobile Mitteilungen waren aus',
  join: (parts) => parts.join(', '),
  mail: {
    waiting: 'Als Nächstes: eine E-Mail',
    waitingWhy: 'falls kein Gerät das Klingeln angezeigt hat',
    running: 'E-Mail ist unterwegs',
    done: 'E-Mail gesendet',
    doneWhy: 'weil kein Gerät das Klingeln angezeigt hatte',
    skipped: 'Keine E-Mail',
    reasons: {
      seen: 'ein Gerät hatte das Klingeln angezeigt',
      over: 'das Klingeln war vorbei',
      quiet: 'Ihre Klingel war still',
      preferences: 'E-Mails über verpasstes Klingeln sind aus',
      address: 'Ihre E-Mail-Adresse ist nicht bestätigt',
      limit: 'diese Tür hat in dieser Stunde genug E-Mails ausgelöst',
    },
  },
  why: {
    title: 'Warum habe ich es verpasst?',
    devices: 'Geräte öffnen',
    settings: 'Mitteilungen einstellen',
    quiet: 'Ruhezeiten',
    wall: 'Wanddisplay einrichten',
    causes: {
      quiet: {
        title: 'Ihre Klingel war still',
        text: '„Nicht stören“ oder eine Ruhezeit war an, deshalb steht das Klingeln nur in der Liste.',
      },
      push_off: {
        title: 'Klingeln wurde nicht an Ihre Geräte gesendet',
        text: 'Schalten Sie „Klingel“ und bei „Klingeln“ die Spalte „Push“ ein.',
      },
      phones_off: {
        title: 'Mobile Mitteilungen waren aus',
        text: 'Schalten Sie sie ein: Handys und Tablets bekommen sonst keine.',
      },
      no_device: {
        title: 'Kein Gerät bekommt Mitteilungen',
        text: 'Öffnen Sie die Klingel auf Ihrem Telefon, und schalten Sie dort Mitteilungen ein.',
      },
      no_open_page: {
        title: 'Kein Gerät war geöffnet',
        text: 'Auch eine offene Seite klingelt. Ein altes Tablet an der Wand hält eine offen.',
      },
      subscription_gone: {
        title: 'Der Push-Dienst hat das Abonnement beendet',
        text: 'Öffnen Sie die Klingel dort einmal, dann meldet sie sich wieder an.',
      },
      push_service_failed: {
        title: 'Der Push-Dienst hat nicht zugestellt',
        text: 'Ein Test-Klingeln zeigt, ob er es jetzt tut.',
      },
      not_shown: {
        title: 'Gesendet, aber nicht angezeigt',
        text: 'In dieser Zeit offline, oder Mitteilungen werden zurückgehalten. Finden Sie es mit einem Test-Klingeln heraus.',
      },
      not_noticed: {
        title: 'Es wurde angezeigt, und niemand hat es bemerkt',
        text: 'Lassen Sie ein weiteres Gerät klingeln, oder stellen Sie den Ton lauter.',
      },
    },
    on: (devices) => list.format(devices),
  },
}
