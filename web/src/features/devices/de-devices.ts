/** The account's devices, and which would ring, in German. */
import type { devicesTexts as english } from './en-devices.ts'

const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })
const span = (milliseconds: number) => (milliseconds < 1_000 ? `${milliseconds} ms` : `${number.format(milliseconds / 1_000)} s`)

export const devicesTexts: typeof english = {
  list: 'Ihre Geräte',
  failed: 'Ihre Geräte konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  cutOff: 'Keine Verbindung. Das ist der letzte bekannte Stand.',
  current: 'Dieses Gerät',
  seen: (when) => `Zuletzt gesehen: ${when}`,
  span,
  renameOf: (name) => `${name} umbenennen`,
  name: 'Name',
  save: 'Speichern',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removal: {
    removeTitle: (name) => `${name} entfernen?`,
    removeText: 'Es bekommt keine Mitteilungen mehr. Angemeldet bleibt es und steht wieder hier, sobald die Klingel dort geöffnet wird.',
    cancel: 'Behalten',
    remove: 'Entfernen',
    removing: 'Wird entfernt',
  },
  removed: 'Gerät entfernt',
  changeFailed: 'Änderung fehlgeschlagen',
  gone: 'Dieses Gerät steht nicht mehr in Ihrer Liste.',
  details: { label: 'Name und Foto zeigen', text: 'Sonst steht in der Mitteilung nur „Es hat geklingelt“' },
  weeklyCheck: {
    label: 'Wöchentliche Prüfung',
    text: 'Eine Mitteilung pro Woche zeigt, dass dieses Gerät noch klingeln kann',
    first: 'Erste Prüfung: nach einer Woche',
    next: (date) => `Nächste Prüfung: ${date}`,
  },
  arming: {
    armed: 'Bereit',
    armedOpen: 'Bereit, solange die Seite offen ist',
    muted: 'Stumm',
    armedHint: 'Diese Seite klingelt hörbar. Drücken Sie, um die Klingel zu hören.',
    mutedHint:
      'Browser halten eine Seite stumm, bis man sie berührt. Drücken Sie, um die Klingel einmal zu hören; danach klingelt sie hörbar.',
    doNotDisturb: 'Nicht stören',
    quietUntil: (time) => `Ruhezeit bis ${time} Uhr`,
    quiet: 'Ruhe',
    quietHint: 'Der Besuch steht nur in der Liste. Drücken Sie, um die Klingel zu hören.',
  },
  wall: { tag: 'Wanddisplay', text: 'klingelt, solange die Seite offen ist' },
  states: {
    also: 'auch wenn die Klingel geschlossen ist',
    closed: 'wenn die Klingel geschlossen ist',
    account: 'auf keinem Gerät, siehe oben',
    push: {
      on: 'Mitteilungen sind an',
      off: 'Mitteilungen sind aus',
      expired: 'Mitteilungen sind beendet',
      refused: 'Mitteilungen sind blockiert',
    },
    armed: 'Klingelt hörbar, solange die Seite offen ist',
    armedOpen: 'Ohne offene Seite ist dort nichts zu hören',
    muted: 'Die offene Seite ist stumm, bis man sie berührt',
  },
  times: {
    title: 'Klingelzeiten',
    none: 'Noch nichts gemessen. Ein Test-Klingeln misst eine Zeit.',
    all: (limit, count) => `95 % von ${count} innerhalb ${span(limit)}`,
    few: (slowest, count) => (count === 1 ? `1 Klingeln, ${span(slowest)}` : `${count}-mal, längste ${span(slowest)}`),
    about: 'Vom Klingeln bis auf diesen Bildschirm, rechts das neueste',
    chart: (count, least, most) =>
      count === 1 ? `1 Klingelzeit: ${span(least)}` : `${count} Klingelzeiten, von ${span(least)} bis ${span(most)}, die neueste zuletzt`,
  },
  test: {
    one: 'Test-Klingeln',
    oneOf: (name) => `Test-Klingeln auf ${name}`,
    all: 'Alle Geräte testen',
    ringing: 'Klingelt',
    sent: (name) => `Test-Klingeln an ${name} gesendet`,
    sentToAll: 'Test-Klingeln an alle Geräte gesendet',
    shown: (milliseconds) => `Angezeigt nach ${span(milliseconds)}`,
    shownOnPage: (name) => `${name} zeigt das Test-Klingeln`,
    notShownTitle: (name) => `${name} hat das Test-Klingeln nicht angezeigt`,
    notShownText:
      'Keine offene Seite dieses Geräts hat es gemeldet. Öffnen Sie die Klingel dort oder erlauben Sie auf dem Gerät Mitteilungen.',
    notShownOnWall: 'Die Seite hat es nicht gemeldet. Ist das Display an und die Seite offen?',
    quietTitle: 'Ihre Klingel ist gerade still',
    quietText: 'Das Test-Klingeln hat nichts angezeigt, weil es auch bei Besuch still bliebe. Den Grund lesen Sie auf dieser Seite.',
  },
  diagnosis: {
    title: 'Würde es jetzt klingeln?',
    failed: 'Das ließ sich nicht feststellen. Bitte versuchen Sie es noch einmal.',
    all: 'Alle Geräte klingeln, auch wenn die Klingel geschlossen ist',
    one: 'Dieses Gerät klingelt, auch wenn die Klingel geschlossen ist',
    some: (ringing, all) => `${ringing} von ${all} Geräten ${ringing === 1 ? 'klingelt' : 'klingeln'}, wenn die Klingel geschlossen ist`,
    maybe: (count) => (count === 1 ? 'Etwas ist fraglich, siehe unten.' : `${count} Geräte sind fraglich, siehe unten.`),
    unsure: 'Wenn die Klingel geschlossen ist, klingelt kein Gerät sicher',
    none: 'Wenn die Klingel geschlossen ist, klingelt nichts',
    quiet: 'Gerade klingelt nichts',
    open: 'Eine offene Seite klingelt ebenfalls, solange sie bereit ist.',
    settings: 'Einstellungen öffnen',
    verdicts: { yes: 'Klingelt', maybe: 'Klingelt vielleicht nicht', no: 'Klingelt nicht' },
  },
  vendors: { google: 'von Google', mozilla: 'von Mozilla', apple: 'von Apple', microsoft: 'von Microsoft' },
  otherVendor: 'dieses Browsers',
  faults: {
    noDevice: {
      title: 'Noch kein Gerät mit Mitteilungen',
      text: 'Öffnen Sie die Klingel auf Ihrem Handy, melden Sie sich dort an und schalten Sie Mitteilungen ein.',
    },
    doNotDisturb: { title: '„Nicht stören“ ist an', text: 'Besuch steht nur in der Liste, bis Sie es ausschalten.' },
    quietHours: { title: (until) => `Ruhezeit bis ${until}`, text: 'Bis dahin steht Besuch nur in der Liste.' },
    ringsOff: {
      title: 'Klingeln löst keine Push-Mitteilung aus',
      text: 'Schalten Sie „Klingel“ und bei „Klingeln“ die Spalte „Push“ in den Einstellungen für Mitteilungen ein.',
    },
    pushOff: { title: 'Push-Mitteilungen sind aus', text: 'Schalten Sie sie in den Einstellungen für Mitteilungen ein.' },
    phonesOff: {
      title: 'Mobile Mitteilungen sind aus',
      text: 'Schalten Sie sie in den Einstellungen für die Klingel ein: Handys und Tablets bekommen gerade keine.',
    },
    refused: {
      title: 'Der Browser blockiert Mitteilungen',
      desktop: {
        here: 'Drücken Sie auf das Symbol links der Adresse, erlauben Sie Mitteilungen und laden Sie die Seite neu.',
        there: 'Drücken Sie dort auf das Symbol links der Adresse, erlauben Sie Mitteilungen und laden Sie die Seite neu.',
      },
      android: {
        here: 'Drücken Sie auf das Symbol links der Adresse, öffnen Sie „Berechtigungen“ und erlauben Sie Benachrichtigungen.',
        there: 'Drücken Sie dort auf das Symbol links der Adresse, öffnen Sie „Berechtigungen“ und erlauben Sie Benachrichtigungen.',
      },
      apple: {
        here: 'Öffnen Sie Einstellungen, Mitteilungen, wählen Sie diese Klingel und erlauben Sie Mitteilungen.',
        there: 'Öffnen Sie dort Einstellungen, Mitteilungen, wählen Sie diese Klingel und erlauben Sie Mitteilungen.',
      },
    },
    expired: {
      title: 'Der Push-Dienst hat das Abonnement beendet',
      here: 'Laden Sie diese Seite neu: Der Browser meldet sich dann neu an.',
      there: 'Öffnen Sie die Klingel dort einmal: Der Browser meldet sich dann neu an.',
    },
    notSubscribed: {
      title: 'Mitteilungen sind nicht eingeschaltet',
      other: {
        here: 'Schalten Sie oben Mitteilungen ein.',
        there: 'Öffnen Sie die Klingel dort und schalten Sie auf der Übersicht Mitteilungen ein.',
      },
      apple: {
        here: 'Drücken Sie „Teilen“, dann „Zum Home-Bildschirm“. Öffnen Sie die Klingel vom Home-Bildschirm und erlauben Sie Mitteilungen.',
        there:
          'Drücken Sie dort „Teilen“ und „Zum Home-Bildschirm“. Öffnen Sie die Klingel vom Home-Bildschirm und erlauben Sie Mitteilungen.',
      },
    },
    keysRotated: {
      title: 'Der Server hat einen neuen Schlüssel',
      doubts: {
        here: 'Noch klingelt es. Laden Sie diese Seite neu, damit es so bleibt.',
        there: 'Noch klingelt es. Öffnen Sie die Klingel dort einmal, damit es so bleibt.',
      },
      stops: {
        here: 'Laden Sie diese Seite neu: Der Browser meldet sich dann mit dem neuen Schlüssel an.',
        there: 'Öffnen Sie die Klingel dort einmal: Der Browser meldet sich dann mit dem neuen Schlüssel an.',
      },
    },
    vendorFailing: {
      title: (vendor) => `Der Push-Dienst ${vendor} stellt nicht zu`,
      refused: 'Er lehnt den Schlüssel dieses Servers ab. Wer diese Klingel betreibt, muss sich darum kümmern.',
      failed: 'Das gibt sich meist von selbst. Machen Sie in einigen Minuten ein Test-Klingeln.',
    },
    notShown: {
      title: (when) => `Ein Klingeln erschien nicht: ${when}`,
      check: (when) => `Eine wöchentliche Prüfung erschien nicht: ${when}`,
      desktop: {
        here: 'Erlauben die Systemeinstellungen die Mitteilungen dieses Browsers? Machen Sie dann ein Test-Klingeln.',
        there: 'Läuft der Browser dort, und erlauben die Systemeinstellungen seine Mitteilungen? Machen Sie dann ein Test-Klingeln.',
      },
      android: {
        here: 'Erlauben Sie in den Android-Einstellungen Ton und Einblendung für diese Seite; nehmen Sie den Browser vom Akkusparen aus.',
        there:
          'Erlauben Sie dort in den Android-Einstellungen Ton und Einblendung für diese Seite; nehmen Sie den Browser vom Akkusparen aus.',
      },
      apple: {
        here: 'Öffnen Sie die Klingel vom Home-Bildschirm, nicht in Safari. Prüfen Sie in den Einstellungen „Fokus“ und „Mitteilungen“.',
        there:
          'Öffnen Sie die Klingel dort vom Home-Bildschirm, nicht in Safari. Prüfen Sie in den Einstellungen „Fokus“ und „Mitteilungen“.',
      },
    },
    notSeen: {
      title: (when) => `Nicht gesehen seit ${when}`,
      here: 'Machen Sie ein Test-Klingeln, um zu sehen, ob es noch klingelt.',
      there: 'Öffnen Sie die Klingel dort, um zu sehen, ob sie noch geht, oder entfernen Sie das Gerät.',
    },
  },
}
