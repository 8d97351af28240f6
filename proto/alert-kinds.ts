/**
 * The kinds of security alerts: the params that each stores, and the English sentence that is built from them when it is read. A kind
 * without a sentence does not compile. The page has the German ones (web/src/features/security/de-alerts.ts).
 */
import type { AlertType, SecurityAlert } from './entities.ts'

/** The parameters of sentences. `location` and `device` as in the log-in history; `passkey` is a name, '' for an older alert. */
type AlertFacts = {
  readonly device: string
  readonly location: string
  readonly count: string
  readonly address: string
  readonly passkey: string
}
export type AlertSentences = { readonly [T in AlertType]: (facts: AlertFacts) => string }

export const ALERT_MESSAGES: AlertSentences = {
  automatic_ip_block: ({ address }) => `Log-in was closed to the address ${address} after repeated failed attempts.`,
  new_device_login: ({ device }) => `New device signed in: ${device}.`,
  new_location_login: ({ location }) => `Sign-in from a new location: ${location}.`,
  password_changed: () => 'Your password was changed. All other devices were signed out.',
  email_changed: () => 'Your email address was changed.',
  failed_login_attempts: ({ count }) => `${count} failed sign-in attempts within 15 minutes.`,
  two_factor_enabled: () => 'Two-factor authentication was turned on.',
  two_factor_disabled: () => 'Two-factor authentication was turned off.',
  recovery_code_used: () => 'A recovery code was used.',
  recovery_started: () =>
    'Someone asked to turn off two-factor authentication without a code. It is turned off after 72 hours unless you cancel.',
  recovery_cancelled: () => 'The request to turn off two-factor authentication without a code was cancelled.',
  passkey_added: () => 'A passkey was added.',
  passkey_removed: () => 'A passkey was removed.',
  passkey_copied: ({ passkey }) =>
    passkey
      ? `A sign-in was refused: your passkey “${passkey}” may have been copied.`
      : 'A sign-in was refused: one of your passkeys may have been copied.',
  api_token_created: () => 'An API token was created.',
}

/**
 * The kinds that are mailed if the account wants it. The others follow a change that auth itself always mails
 * (docs/product/decisions.md, 24).
 */
export const MAILED_ALERTS = [
  'automatic_ip_block',
  'new_device_login',
  'new_location_login',
  'failed_login_attempts',
] as const satisfies AlertType[]
export type MailedAlert = (typeof MAILED_ALERTS)[number]
export const isMailedAlert = (type: string): type is MailedAlert => MAILED_ALERTS.some((mailed) => mailed === type)

export function alertMessage(
  sentences: AlertSentences,
  { alertType, params, ipAddress }: Pick<SecurityAlert, 'alertType' | 'params' | 'ipAddress'>,
): string {
  const { device = '', location = '', count = '', passkey = '' } = params
  return sentences[alertType]({ device, location, count, passkey, address: ipAddress ?? '' })
}

/**
 * What is still stored while `activityLogsEnabled` is off: a log-in that succeeds leaves no row, one that fails leaves the address, the
 * account and a keyed hash of the name for as long as they may block the address. Rings are the product and stay.
 */
export const ACTIVITY_LOGS_OFF =
  'While activity logs are off, your sign-ins are not recorded. Failed attempts are kept for at most 30 minutes, to block attackers. ' +
  'You still get alerts, but not about new locations. Earlier entries are deleted after 90 days. Your visitor history is not affected.'
