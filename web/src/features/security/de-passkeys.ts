/** Passkeys on the Security page, in German. */
import type { passkeyTexts as english } from './en-passkeys.ts'

export const passkeyTexts: typeof english = {
  title: 'Passkeys',
  none: 'Melden Sie sich mit Fingerabdruck, Gesicht oder Geräte-PIN an statt mit dem Passwort.',
  add: 'Passkey hinzufügen',
  adding: 'Bitte am Gerät bestätigen',
  loadFailed: 'Die Passkeys konnten nicht geladen werden. Bitte versuchen Sie es später noch einmal.',
  addedOn: (time) => `Hinzugefügt: ${time}`,
  used: (time) => `Zuletzt benutzt: ${time}`,
  unused: 'Noch nicht benutzt',
  name: 'Name',
  rename: 'Umbenennen',
  renameOf: (name) => `${name} umbenennen`,
  save: 'Speichern',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removing: 'Wird entfernt',
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Die Anmeldung damit ist dann nicht mehr möglich. Ihr Passwort bleibt. Löschen Sie den Passkey auch auf Ihrem Gerät.',
  added: 'Passkey hinzugefügt',
  addedText: 'Ab jetzt können Sie sich damit anmelden.',
  removed: 'Passkey entfernt',
  failed: 'Das hat nicht geklappt',
  already: 'Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.',
  browserFailed: 'Ihr Browser konnte hier keinen Passkey verwenden.',
  instead: 'Passkey verwenden',
}
