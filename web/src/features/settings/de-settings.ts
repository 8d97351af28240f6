/** The texts of Settings, in German. */
import type { settingsTexts as english } from './en-settings.ts'

const percent = new Intl.NumberFormat('de-DE', { style: 'percent' })

export const settingsTexts: typeof english = {
  title: 'Einstellungen',
  tabs: { profile: 'Profil', doorbell: 'Klingel' },
  picture: {
    of: (name) => `Bild von ${name}`,
    change: 'Bild ändern',
    remove: 'Entfernen',
    saved: 'Das Bild ist geändert',
    removed: 'Das Bild ist entfernt',
    failed: 'Das Bild wurde nicht gespeichert',
    unreadable: 'Diese Datei ist kein Bild, das Ihr Browser lesen kann.',
  },
  crop: {
    title: 'Ausschnitt wählen',
    hint: 'Ziehen Sie das Bild oder bewegen Sie es mit den Pfeiltasten. Plus und Minus vergrößern und verkleinern es.',
    area: 'Gezeigter Ausschnitt des Bildes',
    zoom: 'Vergrößerung',
    zoomIs: (zoom) => percent.format(zoom),
    use: 'Bild verwenden',
    using: 'Wird gespeichert',
  },
  account: {
    title: 'Konto',
    username: 'Benutzername',
    type: 'Kontoart',
    types: { free: 'Kostenloses Konto', premium: 'Premium-Konto' },
    manage: 'Verwalten',
  },
  personal: {
    title: 'Persönliche Angaben',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    emailHint: 'Eine neue Adresse gilt, sobald Sie den Link in unserer Mail öffnen.',
    emailWaiting: (email) => `Wir haben einen Link an ${email} geschickt. Bis Sie ihn öffnen, gilt Ihre alte Adresse.`,
    phone: 'Telefon',
    address: 'Anschrift',
    optional: 'Freiwillig',
  },
  region: {
    title: 'Sprache und Zeit',
    language: 'Sprache',
    timeZone: 'Zeitzone',
    noZone: 'Keine solche Zeitzone',
    zoneFailed: 'Ihre Zeitzone konnte nicht geladen werden.',
  },
  password: {
    title: 'Sind Sie es?',
    text: (email) => `Geben Sie Ihr Passwort ein, um Ihre E-Mail-Adresse in ${email} zu ändern.`,
    label: 'Passwort',
    show: 'Passwort zeigen',
    hide: 'Passwort verbergen',
    required: 'Bitte geben Sie Ihr Passwort ein',
    confirm: 'Bestätigen',
  },
  bar: {
    label: 'Nicht gespeicherte Änderungen',
    text: 'Sie haben etwas geändert',
    save: 'Änderungen speichern',
    saving: 'Wird gespeichert',
    discard: 'Verwerfen',
  },
  leave: {
    title: 'Ohne Speichern verlassen?',
    text: 'Was Sie hier geändert haben, geht verloren.',
    stay: 'Weiter bearbeiten',
    leave: 'Verlassen',
  },
  updated: 'Profil aktualisiert',
  mailed: (email) => `Bitte öffnen Sie den Link, den wir an ${email} geschickt haben.`,
  error: 'Fehler',
  updateFailed: 'Ihr Profil konnte nicht aktualisiert werden. Bitte versuchen Sie es noch einmal.',
}
