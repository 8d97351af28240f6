/** The texts of Settings, in German. */
import type { settingsTexts as english } from './en-settings.ts'

const percent = new Intl.NumberFormat('de-DE', { style: 'percent' })

export const settingsTexts: typeof english = {
  title: 'Einstellungen',
  tabs: { profile: 'Profil', security: 'Sicherheit', doorbell: 'Klingel', devices: 'Geräte' },
  picture: {
    of: (name) => `Bild von ${name}`,
    change: 'Bild ändern',
    remove: 'Entfernen',
    saved: 'Bild geändert',
    removed: 'Bild entfernt',
    failed: 'Das Bild wurde nicht gespeichert',
    unreadable: 'Ihr Browser kann diese Datei nicht lesen. Bitte wählen Sie ein anderes Bild.',
  },
  crop: {
    title: 'Ausschnitt wählen',
    hint: 'Ziehen Sie das Bild oder bewegen Sie es mit den Pfeiltasten. Plus und Minus vergrößern und verkleinern es.',
    area: 'Sichtbarer Bildausschnitt',
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
    emailHint: 'Eine neue Adresse bestätigen Sie über einen Link, den wir Ihnen schicken.',
    emailWaiting: (email) => `Wir haben einen Link an ${email} geschickt. Bis Sie ihn öffnen, gilt Ihre bisherige Adresse.`,
    phone: 'Telefon',
    address: 'Adresse',
    optional: 'Optional',
  },
  region: {
    title: 'Sprache und Zeit',
    language: 'Sprache',
    timeZone: 'Zeitzone',
    noZone: 'Keine Zeitzone gefunden',
    zoneFailed: 'Ihre Zeitzone konnte nicht geladen werden.',
  },
  password: {
    title: 'Bitte bestätigen',
    text: (email) => `Geben Sie Ihr Passwort ein, um Ihre E-Mail-Adresse in ${email} zu ändern.`,
    label: 'Passwort',
    confirm: 'Bestätigen',
  },
  bar: {
    label: 'Nicht gespeicherte Änderungen',
    text: 'Änderungen nicht gespeichert',
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
