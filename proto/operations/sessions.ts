/** A resident's sessions and security switches (docs/product/specification.md, 3, 4, 7; docs/product/decisions.md, 26). */
import { z } from 'zod'
import { ACTIVITY_LOGS_OFF } from '../alert-kinds.ts'
import { IsoTime, User } from '../entities.ts'
import { issue } from '../issues.ts'
import { FIELD } from '../limits.ts'
import { operation } from '../operation.ts'

/** docs/product/specification.md, 3, user session. `sessionId` is the public id, never the cookie's value. */
export const UserSession = z.object({
  id: z.string(),
  sessionId: z.string(),
  ipAddress: z.string(),
  userAgent: z.string(),
  deviceType: z.enum(['desktop', 'mobile', 'unknown']),
  browser: z.string(),
  /** "Chrome on Windows", or the resident's name of the device. */
  device: z.string(),
  location: z.string(),
  lastActive: IsoTime,
  createdAt: IsoTime,
  isActive: z.boolean(),
  isCurrent: z.boolean(),
  /** A wall display. Copies before this field do not send it. */
  wall: z.literal(true).optional(),
})
export type UserSession = z.infer<typeof UserSession>

const switchOn = z.boolean().optional()
/** `activityLogsEnabled`: what is stored while it is off is described by ACTIVITY_LOGS_OFF, which the security page shows. */
export const SecuritySettingsChange = z
  .strictObject({
    twoFactorEnabled: switchOn,
    notificationsEnabled: switchOn,
    activityLogsEnabled: switchOn.describe(ACTIVITY_LOGS_OFF),
  })
  .refine((change) => Object.keys(change).length > 0, issue('nothing_to_change'))

export const sessionOperations = [
  operation({
    name: 'auth.sessions',
    summary: "The account's living sessions, the most recently used first",
    http: { method: 'GET', path: '/api/user/sessions' },
    caller: 'resident',
    conditional: true,
    limit: 'read',
    input: z.strictObject({}),
    output: z.array(UserSession),
    errors: [],
  }),
  operation({
    name: 'auth.revoke_session',
    summary: 'Signs out one session: its sockets and its media end within a second',
    http: { method: 'POST', path: '/api/user/sessions/:sessionId/revoke' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ sessionId: z.string().min(1).max(FIELD.sessionId) }),
    changes: ['sessions'],
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'auth.revoke_other_sessions',
    summary: "Signs out every session but the caller's",
    http: { method: 'POST', path: '/api/user/sessions/revoke-all' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({}),
    changes: ['sessions'],
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.end_sessions',
    summary: 'The operator signs out every session of an account and revokes its API tokens: sockets and media end within a second',
    caller: 'internal',
    from: ['operator'],
    limit: 'none',
    input: z.object({ userId: z.int() }),
    output: z.object({ ended: z.int() }),
    errors: [],
  }),
  operation({
    name: 'auth.change_security_settings',
    summary:
      'Turns security notifications and the record of sign-ins on, or, with the password checked within ten minutes, off; not two-factor',
    http: { method: 'PATCH', path: '/api/users/security-settings' },
    caller: 'resident',
    limit: 'write',
    input: SecuritySettingsChange,
    changes: ['user'],
    output: User,
    errors: ['validation_failed', 'two_factor_enrol', 'two_factor_required', 'password_needed'],
  }),
  operation({
    name: 'auth.session_used',
    summary: 'A worker has reported a push: its device is in use, whether or not a page of it is open',
    caller: 'internal',
    from: ['notify'],
    limit: 'none',
    input: z.object({ session: z.string() }),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.name_session',
    summary:
      'Names a session as its resident has named its device; requests carry the name at once, open sockets once gateways have read it',
    caller: 'internal',
    from: ['notify'],
    limit: 'none',
    input: z.object({ userId: z.int(), session: z.string(), name: z.string().min(1).max(FIELD.deviceName) }),
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'auth.mail_alert',
    summary: 'Mails a security alert to a confirmed address, once per key, unless the account has turned security notifications off',
    caller: 'internal',
    from: ['security'],
    limit: 'none',
    input: z.object({ key: z.uuid(), userId: z.int(), alertType: z.string(), params: z.record(z.string(), z.string()) }),
    output: z.object({ mailed: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'auth.mail_plan',
    summary: 'Mails what happens to the plan to a confirmed address, once per key',
    caller: 'internal',
    from: ['billing'],
    limit: 'none',
    input: z.object({ key: z.uuid(), userId: z.int(), about: z.enum(['plan_ends', 'second_subscription']), endsAt: IsoTime.optional() }),
    output: z.object({ mailed: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'auth.mail_unseen_ring',
    summary: 'Mails to a confirmed address that no device has shown a ring, with a link to it, once per key',
    caller: 'internal',
    from: ['notify'],
    limit: 'none',
    /** `many`: the last one for a while, because there were many. */
    input: z.object({ key: z.uuid(), userId: z.int(), activityId: z.int(), many: z.boolean() }),
    output: z.object({ mailed: z.boolean() }),
    errors: [],
  }),
] as const
