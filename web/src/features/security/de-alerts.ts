/** Security alerts, in German. */
import { writeDevice } from '../../core/texts/de-time.ts'
import type { alertTexts as english } from './en-alerts.ts'

export const alertTexts: typeof english = {
  messages: {
    automatic_ip_block: ({ address }) => `Die Anmeldung von der Adresse ${address} wurde nach mehreren Fehlversuchen gesperrt.`,
    new_device_login: ({ device }) => `Anmeldung mit einem neuen Gerät: ${writeDevice(device)}.`,
    new_location_login: ({ location }) => `Anmeldung von einem neuen Ort: ${location}.`,
    password_changed: () => 'Ihr Passwort wurde geändert. Alle anderen Geräte wurden abgemeldet.',
    email_changed: () => 'Ihre E-Mail-Adresse wurde geändert.',
    failed_login_attempts: ({ count }) => `${count} fehlgeschlagene Anmeldeversuche innerhalb von 15 Minuten.`,
    two_factor_enabled: () => 'Die Zwei-Faktor-Anmeldung wurde eingeschaltet.',
    two_factor_disabled: () => 'Die Zwei-Faktor-Anmeldung wurde ausgeschaltet.',
    recovery_code_used: () => 'Ein Wiederherstellungscode wurde verwendet.',
    recovery_started: () =>
      'Jemand möchte die Zwei-Faktor-Anmeldung ohne Code ausschalten. Sie wird nach 72 Stunden ausgeschaltet, wenn Sie es nicht abbrechen.',
    recovery_cancelled: () => 'Das Ausschalten der Zwei-Faktor-Anmeldung ohne Code wurde abgebrochen.',
    passkey_added: () => 'Ein Passkey wurde hinzugefügt.',
    passkey_removed: () => 'Ein Passkey wurde entfernt.',
    passkey_copied: ({ passkey }) =>
      passkey
        ? `Eine Anmeldung wurde abgelehnt: Ihr Passkey „${passkey}“ wurde vielleicht kopiert.`
        : 'Eine Anmeldung wurde abgelehnt: Einer Ihrer Passkeys wurde vielleicht kopiert.',
    api_token_created: () => 'Ein API-Token wurde erstellt.',
  },
  activityLogsOff:
    'Solange die Aktivitätsprotokolle ausgeschaltet sind, werden Ihre Anmeldungen nicht aufgezeichnet. Fehlversuche werden ' +
    'höchstens 30 Minuten lang gespeichert, um Angreifer zu sperren. Sie erhalten weiterhin Warnungen, aber keine zu neuen Orten. ' +
    'Frühere Einträge werden nach 90 Tagen gelöscht. Ihr Besuchsverlauf ist davon nicht betroffen.',
}
