/** Wall displays: sessions that only receive and answer rings and show those of today (record 0066). */
import { z } from 'zod'
import { CurrentUser } from '../entities.ts'
import { operation } from '../operation.ts'
import { QuietHours, QuietReason } from '../preferences.ts'
import { FactorCode } from './auth.ts'
import { currentPassword } from './passwords.ts'

/** What a wall display shows in addition to rings. */
export const WallView = z.object({
  /** Without codes, which are for signs. The primary one comes first. */
  doors: z.array(z.object({ id: z.int(), label: z.string(), soundUrl: z.string() })),
  /** The resident's time zone, which defines "today" for the page and the server. */
  timeZone: z.string(),
  /** In that time zone; it dims between them, or at its own hours while they are off. */
  quietHours: QuietHours,
  /** Why rings are silent now. */
  quiet: QuietReason.nullable(),
})
export type WallView = z.infer<typeof WallView>

export const wallOperations = [
  operation({
    name: 'auth.start_wall',
    summary: "Makes the caller's session a wall display, which only receives and answers rings and shows those of today; repeatable",
    http: { method: 'POST', path: '/api/user/sessions/current/wall' },
    caller: 'resident',
    wall: true,
    limit: 'write',
    input: z.strictObject({}),
    changes: ['sessions'],
    output: CurrentUser,
    errors: [],
  }),
  operation({
    name: 'auth.leave_wall',
    summary: 'Makes a wall display an ordinary session again: needs the password, and a code where two-factor is on; repeatable',
    http: { method: 'POST', path: '/api/user/sessions/current/wall/leave' },
    caller: 'resident',
    wall: true,
    limit: 'login',
    input: z.strictObject({ password: currentPassword, code: FactorCode.optional() }),
    changes: ['sessions'],
    output: CurrentUser,
    errors: ['password_wrong', 'two_factor_required', 'code_wrong'],
  }),
  operation({
    name: 'doorbell.wall',
    summary: 'What a wall display shows besides rings: the doors with their sounds, the time zone and the quiet hours',
    http: { method: 'GET', path: '/api/wall' },
    caller: 'resident',
    wall: true,
    limit: 'read',
    input: z.strictObject({}),
    output: WallView,
    errors: [],
  }),
] as const
