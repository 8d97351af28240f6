/** How each type of alert is shown. */
import {
  ArrowCounterClockwiseIcon,
  DeviceMobileIcon,
  EnvelopeSimpleIcon,
  FingerprintIcon,
  type Icon,
  KeyIcon,
  MapPinIcon,
  ProhibitIcon,
  ShieldCheckIcon,
  ShieldWarningIcon,
  WarningIcon,
} from '@phosphor-icons/react'
import type { AlertType } from '#proto/entities.ts'
import type { Tone } from '../../ui/primitives.tsx'

type AlertView = { readonly icon: Icon /** While it is unread. */; readonly tone: Tone }

const VIEWS: Readonly<Record<AlertType, AlertView>> = {
  automatic_ip_block: { icon: ProhibitIcon, tone: 'red' },
  new_device_login: { icon: DeviceMobileIcon, tone: 'amber' },
  new_location_login: { icon: MapPinIcon, tone: 'amber' },
  password_changed: { icon: KeyIcon, tone: 'accent' },
  email_changed: { icon: EnvelopeSimpleIcon, tone: 'amber' },
  failed_login_attempts: { icon: WarningIcon, tone: 'red' },
  two_factor_enabled: { icon: ShieldCheckIcon, tone: 'green' },
  two_factor_disabled: { icon: ShieldWarningIcon, tone: 'amber' },
  recovery_code_used: { icon: KeyIcon, tone: 'amber' },
  recovery_started: { icon: ShieldWarningIcon, tone: 'red' },
  recovery_cancelled: { icon: ArrowCounterClockwiseIcon, tone: 'green' },
  passkey_added: { icon: FingerprintIcon, tone: 'accent' },
  passkey_removed: { icon: FingerprintIcon, tone: 'amber' },
  passkey_copied: { icon: FingerprintIcon, tone: 'red' },
  api_token_created: { icon: KeyIcon, tone: 'accent' },
}
const OTHER: AlertView = { icon: ShieldWarningIcon, tone: 'amber' }

/** A type of a newer server has a common sign. */
export const alertView = (type: AlertType): AlertView => (Object.hasOwn(VIEWS, type) ? VIEWS[type] : OTHER)
