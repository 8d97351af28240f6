/** The wall display, in German. */
import { formats } from '../../core/texts/de-formats.ts'
import type { TranslationOf } from '../../core/texts/translation-of.ts'
import { inZone } from '../../core/zone.ts'
import type * as english from './en-wall.ts'

export const wallTexts: TranslationOf<typeof english.wallTexts> = {
  title: 'Wanddisplay',
  start: {
    text:
      'Machen Sie aus einem alten Tablet die Klingel im Flur. Es zeigt die Uhrzeit und wer heute geklingelt hat, und Sie können ' +
      'dort antworten. Alles andere fragt nach Ihrem Passwort.',
    button: 'Dieses Gerät als Wanddisplay nutzen',
    confirmTitle: 'Dieses Gerät als Wanddisplay nutzen?',
    confirmText:
      'Wer davorsteht, sieht, wer heute geklingelt hat, und kann antworten. ' +
      'Kontakte, Besuche, Nachrichten und Einstellungen bleiben zu, bis Sie Ihr Passwort eingeben.',
    confirm: 'Starten',
    starting: 'Wird gestartet',
    failed: 'Das Wanddisplay konnte nicht gestartet werden',
  },
  today: 'Heute an der Tür',
  none: 'Heute hat noch niemand geklingelt',
  noneText: 'Sobald jemand klingelt, steht es hier.',
  failed: 'Die Besuche von heute konnten nicht geladen werden.',
  count: (rings) => (rings === 1 ? 'Einmal geklingelt' : `${rings}-mal geklingelt`),
  quiet: {
    do_not_disturb: '„Nicht stören“ ist an. Der Besuch steht nur in der Liste.',
    quiet_hours: 'Ruhezeit. Der Besuch steht nur in der Liste.',
  },
  soundOff: 'Der Ton ist aus.',
  soundOffText: 'Tippen Sie einmal auf den Bildschirm, damit man das Klingeln hört.',
  soundOn: 'Der Ton ist an',
  fullScreen: 'Vollbild',
  endFullScreen: 'Vollbild beenden',
  brighten: 'Display aufhellen',
  leave: {
    button: 'Wanddisplay verlassen',
    title: 'Wanddisplay verlassen?',
    askedTitle: 'Diese Seite braucht Ihr Passwort',
    text: (name) => `Geben Sie das Passwort des Kontos von ${name} ein. Danach zeigt dieses Gerät wieder alle Seiten.`,
    password: 'Passwort',
    stay: 'Bleiben',
    confirm: 'Verlassen',
    checking: 'Wird geprüft',
    failed: 'Das Wanddisplay konnte nicht verlassen werden',
  },
  signedOut: {
    title: 'Dieses Wanddisplay ist abgemeldet',
    text: 'Es klingelt hier nicht, bis sich jemand wieder anmeldet.',
    about:
      'Ein Wanddisplay ist ein altes Tablet im Flur, das klingelt und zeigt, wer heute geklingelt hat. ' +
      'Melden Sie sich an, um eines einzurichten.',
    button: 'Anmelden',
  },
}

/** "Samstag, 28. November" */
export const writeWallDay: typeof english.writeWallDay = inZone(formats.locale, formats.day)
