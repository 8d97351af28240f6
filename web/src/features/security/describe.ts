/** Alerts, devices and places in this page's language. */
import { alertMessage } from '#proto/alert-kinds.ts'
import type { SecurityAlert } from '#proto/entities.ts'
import type { UserSession } from '#proto/operations/sessions.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { writeDevice } from '../../core/texts/en-time.ts'
import { relativeTime } from '../../ui/time.ts'
import { alertTexts } from './en-alerts.ts'
import { securityTexts } from './en-security.ts'

const t = securityTexts

/** The server's text for an unknown value. */
const UNKNOWN = 'Unknown'
const MINUTE = 60_000

/** Unknown types come from a newer server: its own sentence is shown. */
export const alertSentence = (alert: Pick<SecurityAlert, 'alertType' | 'params' | 'message' | 'ipAddress'>): string =>
  Object.hasOwn(alertTexts.messages, alert.alertType) ? alertMessage(alertTexts.messages, alert) : alert.message

/** @returns nothing for an unknown place */
export const placeOf = (location: string | undefined): string | undefined => (location && location !== UNKNOWN ? location : undefined)

/** "Chrome on Windows", in this page's language. */
export const deviceOf = (device: string): string => (device && device !== UNKNOWN ? writeDevice(device) : t.sessions.unknownDevice)

/** The known ones of these, separated by commas. */
export const listOf = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(', ')

/** "Just now" for one minute or less (docs/product/specification.md, 5); the device that reads this is active now. */
export function lastActiveOf({ lastActive, isCurrent }: Pick<UserSession, 'lastActive' | 'isCurrent'>, now: Date): string {
  const isRecent = now.getTime() - Date.parse(lastActive) <= MINUTE
  return isCurrent || isRecent ? sharedTexts.time.ago.now : relativeTime(lastActive, now)
}

/** Only the active ones, the most recently used first (docs/product/specification.md, 7). */
export const activeSessions = (sessions: readonly UserSession[]): readonly UserSession[] =>
  sessions.filter(({ isActive }) => isActive).sort((a, b) => b.lastActive.localeCompare(a.lastActive))

/** The newest sign-in among the sessions. */
export const lastSignIn = (sessions: readonly UserSession[]): UserSession | undefined =>
  sessions.reduce<UserSession | undefined>((last, one) => (last && last.createdAt >= one.createdAt ? last : one), undefined)
