/** The history: the list by filter, one ring's timeline, and the export. */
import { Readable } from 'node:stream'
import { AppError } from '#kit/app-error.ts'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { sendStream } from '#kit/send-stream.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import type { ExportFormat } from '#proto/history.ts'
import { type AccessDeps, ringOfResident, wallSince } from '../core/access.ts'
import { dayOf } from '../core/calendar.ts'
import { accountsOf, isFor } from '../core/ring.ts'
import { presentActivity } from '../core/views.ts'
import type { Doors } from '../doors/doors.ts'
import type { Messages } from '../rings/messages.ts'
import { exportName, exportRows, type Scope } from './export.ts'
import { DEFAULT_TIME_ZONE, type History, historyQuery, latest, presentActivityDetails } from './history.ts'
import { encodeCursor, parseCursor } from './paging.ts'

type HistoryDeps = AccessDeps & {
  readonly history: History
  readonly messages: Pick<Messages, 'of'>
  readonly doors: Pick<Doors, 'ofOwnerById'>
  /** Somebody else's household, in which the account is a member. */
  readonly homeOf: (userId: number, membershipId: number) => Promise<Omit<Scope, 'userId'> | undefined>
}

export function historyHandlers(deps: HistoryDeps): SomeHandlersOf<'doorbell', 'activities' | 'activity_story'> {
  const { clock } = deps
  return {
    activities: async ({ input, caller }) => {
      const page = { limit: input.limit, after: parseCursor(input.cursor), now: clock.now() }
      const { userId, session, wall } = residentOf(caller)
      const query = historyQuery(input)
      const scope = await scopeOf(deps, residentOf(caller), input.home)
      const seen = latest(query.since, scope.since)
      const since = wall ? latest(seen, await wallSince(deps, scope.ownerId)) : seen
      const { rings, next } = await deps.history.page(scope.ownerId, { ...query, since, doors: scope.doors }, page)
      const theirs = rings.filter((ring) => isFor(ring, session) && accountsOf(ring).includes(userId))
      const list = theirs.map((ring) => presentActivity(ring, page.now, userId))
      return new Answer(list, { next: next && encodeCursor(next) })
    },
    activity_story: async ({ input, caller }) => {
      const ring = await ringOfResident(deps, input.id, caller)
      const [timeline, messages, calls] = await Promise.all([
        deps.history.timelineOf(ring.id),
        ring.hasChat ? deps.messages.of(ring.id) : [],
        deps.history.callsOf(ring.id),
      ])
      return presentActivityDetails(ring, { timeline, messages, calls }, clock.now(), residentOf(caller).userId)
    },
  }
}

/**
 * Whose rings are listed: the account's own, or those of a household that it is a member of, at its doors there and from when it joined.
 * @throws AppError not_found, also for a wall display, which shows its own household alone
 */
async function scopeOf(
  { homeOf }: Pick<HistoryDeps, 'homeOf'>,
  { userId, wall }: ResidentIdentity,
  home: number | undefined,
): Promise<Scope> {
  if (home === undefined) return { userId, ownerId: userId, since: undefined, doors: undefined }
  const found = wall ? undefined : await homeOf(userId, home)
  if (!found) throw new AppError('not_found')
  return { userId, ...found }
}

const CONTENT: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json; charset=utf-8' }

export function exportBytes(deps: HistoryDeps): Pick<BytesHandlersOf<'doorbell'>, 'export_activities'> {
  return {
    export_activities: async ({ input, caller, response }) => {
      const scope = await scopeOf(deps, residentOf(caller), input.home)
      const isTheirs = input.door !== undefined && (scope.doors?.includes(input.door) ?? true)
      const door = isTheirs ? await deps.doors.ofOwnerById(scope.ownerId, input.door ?? 0, deps.clock.now()) : undefined
      const name = exportName(input, input.format, dayOf(deps.clock.now(), input.timeZone ?? DEFAULT_TIME_ZONE), door?.label)
      response.writeHead(200, {
        'content-type': CONTENT[input.format],
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      })
      await sendStream(Readable.from(exportRows(deps, scope, input, input.format)), response)
    },
  }
}
