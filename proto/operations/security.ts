/** Login attempts, alerts and blocked addresses (docs/product/specification.md, 3, 7; docs/product/decisions.md, 27). */
import { z } from 'zod'
import { Id, IsoTime, ListLimit, LoginAttempt, SecurityAlert } from '../entities.ts'
import { operation } from '../operation.ts'
import { accountExport, deletionStep } from './account.ts'

/** A block of an address that tried the caller's account. */
export const BlockedAddress = z.object({
  id: z.int(),
  ipAddress: z.string(),
  reason: z.string(),
  blockedAt: IsoTime,
  expiresAt: IsoTime.nullable(),
  isAutomatic: z.boolean(),
  /** This account lets the address try again; for all others the block remains. */
  lifted: z.boolean(),
})
export type BlockedAddress = z.infer<typeof BlockedAddress>

const PageInput = { limit: ListLimit, cursor: z.string().max(200).optional() }

export const securityOperations = [
  operation({
    name: 'security.login_history',
    summary: "The account's log-in attempts, newest first",
    http: { method: 'GET', path: '/api/users/login-history' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject(PageInput),
    output: z.array(LoginAttempt),
    errors: [],
  }),
  operation({
    name: 'security.alerts',
    summary: "The account's security alerts, newest first",
    http: { method: 'GET', path: '/api/user/security-alerts' },
    caller: 'resident',
    conditional: true,
    limit: 'read',
    input: z.strictObject(PageInput),
    output: z.array(SecurityAlert),
    errors: [],
  }),
  operation({
    name: 'security.read_alert',
    summary: 'Marks one alert as read',
    http: { method: 'POST', path: '/api/user/security-alerts/:id/read' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id }),
    changes: ['security_alerts'],
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'security.read_all_alerts',
    summary: 'Marks all alerts as read',
    http: { method: 'POST', path: '/api/user/security-alerts/read-all' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({}),
    changes: ['security_alerts'],
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'security.blocked_addresses',
    summary: "Blocked addresses that tried the caller's account, newest first",
    http: { method: 'GET', path: '/api/user/blocked-addresses' },
    caller: 'resident',
    conditional: true,
    limit: 'read',
    input: z.strictObject({}),
    output: z.array(BlockedAddress),
    errors: [],
  }),
  operation({
    name: 'security.lift_block',
    summary: "Lets a blocked address try the caller's account again; for other accounts and for registration the block stands",
    http: { method: 'POST', path: '/api/user/blocked-addresses/:id/lift' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id }),
    changes: ['security_alerts'],
    output: z.object({}),
    errors: ['not_found'],
  }),
  operation({
    name: 'security.blocks',
    summary: 'All living blocks, to refill Redis; each call rewrites them with a new epoch marker',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: z.object({}),
    output: z.object({ blocks: z.array(z.object({ address: z.string(), expiresAt: IsoTime.nullable() })) }),
    errors: [],
  }),
  operation({
    name: 'security.check_address',
    summary: 'Is this address blocked from log-in, by the table itself',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: z.object({ address: z.string() }),
    /** `lifted`: an owner lets the address try an account; auth decides which. */
    output: z.object({ blocked: z.boolean(), expiresAt: IsoTime.nullable(), lifted: z.boolean().optional() }),
    errors: [],
  }),
  operation({
    name: 'security.unblock',
    summary: 'The operator lifts a block',
    caller: 'internal',
    from: ['operator'],
    limit: 'none',
    input: z.object({ address: z.string(), by: z.string() }),
    output: z.object({ lifted: z.boolean() }),
    errors: [],
  }),
  deletionStep('security.forget_user', 'Log-in attempts and alerts of one account are gone'),
  accountExport('security.export_user', "an account's log-ins"),
] as const
