/** Notifications of this device while the app is closed, in German. */
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import type { pushTexts as english } from './en-push.ts'

const reload = 'Laden Sie diese Seite neu, wenn dieser Hinweis stehen bleibt.'

export const pushTexts: TranslationOf<typeof english> = {
  title: 'Mitteilungen auf diesem Gerät',
  ask: {
    title: 'Auf diesem Gerät klingeln',
    text: 'Erfahren Sie sofort, wenn jemand vor der Tür steht, auch wenn diese App geschlossen ist.',
    button: 'Mitteilungen einschalten',
    asking: 'Wird eingeschaltet',
  },
  again: {
    title: 'Das nächste Klingeln auch bei geschlossener App hören',
    text: 'Es hat geklingelt, während diese Seite offen war. Mit Mitteilungen klingelt dieses Gerät auch sonst.',
  },
  notAsked: 'Ihr Browser hat seine Frage nicht gezeigt. Suchen Sie nach einer Glocke in oder neben der Adresszeile.',
  dismiss: 'Nicht jetzt',
  done: { title: 'Mitteilungen sind eingeschaltet', text: 'Dieses Gerät klingelt, wenn jemand vor der Tür steht.' },
  refused: {
    title: (browser) => `Mitteilungen sind in ${browser} blockiert`,
    unnamed: 'Mitteilungen sind blockiert',
    text: 'Dieses Gerät klingelt nur, solange die App geöffnet ist. So erlauben Sie Mitteilungen:',
  },
  steps: {
    desktop: {
      chrome: ['Klicken Sie auf das Symbol links neben der Adresse.', 'Schalten Sie Benachrichtigungen ein.', reload],
      edge: ['Klicken Sie auf das Schloss links neben der Adresse.', 'Stellen Sie Benachrichtigungen auf „Zulassen“.', reload],
      firefox: ['Klicken Sie auf die durchgestrichene Sprechblase links neben der Adresse.', 'Heben Sie die Blockierung auf.', reload],
      safari: [
        'Öffnen Sie in der Menüleiste Safari › Einstellungen › Websites › Mitteilungen.',
        'Wählen Sie für diese Website „Erlauben“.',
        reload,
      ],
      samsung: ['Öffnen Sie die Einstellungen Ihres Browsers für diese Website.', 'Erlauben Sie Benachrichtigungen.', reload],
      other: ['Öffnen Sie die Einstellungen Ihres Browsers für diese Website.', 'Erlauben Sie Benachrichtigungen.', reload],
    },
    phone: {
      chrome: [
        'Tippen Sie auf das Symbol links neben der Adresse, dann auf Berechtigungen.',
        'Schalten Sie Benachrichtigungen ein.',
        reload,
      ],
      edge: [
        'Tippen Sie auf das Schloss links neben der Adresse, dann auf Berechtigungen.',
        'Schalten Sie Benachrichtigungen ein.',
        reload,
      ],
      firefox: ['Tippen Sie auf das Schloss links neben der Adresse.', 'Stellen Sie Benachrichtigung auf „Erlaubt“.', reload],
      safari: ['Öffnen Sie die App Einstellungen, dann Apps › Safari › Mitteilungen.', 'Erlauben Sie diese Website.', reload],
      samsung: [
        'Öffnen Sie das Menü, dann Einstellungen › Seiten und Downloads › Benachrichtigungen.',
        'Schalten Sie diese Website ein.',
        reload,
      ],
      other: ['Öffnen Sie die Einstellungen Ihres Browsers für diese Website.', 'Erlauben Sie Benachrichtigungen.', reload],
    },
    app: {
      ios: ['Öffnen Sie die App Einstellungen, dann Mitteilungen.', 'Tippen Sie auf Klingel.', 'Schalten Sie „Mitteilungen erlauben“ ein.'],
      android: [
        'Halten Sie das Symbol der Klingel gedrückt und tippen Sie auf App-Info.',
        'Tippen Sie auf Benachrichtigungen und schalten Sie sie ein.',
      ],
    },
  },
  homeScreen: {
    title: 'Ihre Klingel auf den Home-Bildschirm',
    text: 'Auf iPhone und iPad klingelt bei geschlossener App nur, was auf dem Home-Bildschirm liegt.',
    share: 'Tippen Sie auf Teilen',
    add: 'Wählen Sie „Zum Home-Bildschirm“',
    open: 'Öffnen Sie Klingel vom Home-Bildschirm, melden Sie sich an und schalten Sie Mitteilungen ein',
  },
  failed: {
    title: 'Mitteilungen ließen sich nicht einschalten',
    service:
      'Dieser Browser hat seinen Dienst für Mitteilungen nicht erreicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    endpoint: 'Dieser Server darf nicht an den Dienst dieses Browsers senden. Sagen Sie es dem, der ihn betreibt.',
    full: 'Ihr Konto hat die höchste Zahl an Geräten. Entfernen Sie eines, das Sie nicht mehr benutzen.',
    server: 'Der Server hat nicht geantwortet. Versuchen Sie es in einer Minute noch einmal.',
  },
  setting: {
    on: 'Ein',
    onText: 'Dieses Gerät klingelt, wenn jemand vor der Tür steht, auch wenn die App geschlossen ist.',
    off: 'Aus',
    offText: 'Dieses Gerät klingelt nur, solange die App geöffnet ist.',
    starting: 'Wird geprüft',
    startingText: 'Es wird geprüft, ob dieses Gerät klingelt, auch wenn die App geschlossen ist.',
    turnOff: 'Ausschalten',
    unsupported:
      'Dieser Browser kann bei geschlossener App nicht klingeln. Nehmen Sie Chrome, Edge, Firefox oder Safari in aktueller Version.',
    insecure: 'Mitteilungen brauchen eine sichere Verbindung: eine Adresse, die mit https beginnt.',
  },
}
