/** The history: the list by filter, one ring's timeline, and the export. */
import { Readable } from 'node:stream'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { sendStream } from '#kit/send-stream.ts'
import type { ExportFormat } from '#proto/history.ts'
import { type AccessDeps, ringOfResident, wallSince } from '../core/access.ts'
import { dayOf } from '../core/calendar.ts'
import { isFor } from '../core/ring.ts'
import { presentActivity } from '../core/views.ts'
import type { Doors } from '../doors/doors.ts'
import type { Messages } from '../rings/messages.ts'
import { exportName, exportRows } from './export.ts'
import { DEFAULT_TIME_ZONE, type History, historyQuery, presentActivityDetails } from './history.ts'
import { encodeCursor, parseCursor } from './paging.ts'

type HistoryDeps = AccessDeps & {
  readonly history: History
  readonly messages: Pick<Messages, 'of'>
  readonly doors: Pick<Doors, 'ofOwnerById'>
}

export function historyHandlers(deps: HistoryDeps): SomeHandlersOf<'doorbell', 'activities' | 'activity_story'> {
  const { clock } = deps
  return {
    activities: async ({ input, caller }) => {
      const page = { limit: input.limit, after: parseCursor(input.cursor), now: clock.now() }
      const { userId, session, wall } = residentOf(caller)
      const query = historyQuery(input)
      const since = wall ? latest(query.since, await wallSince(deps, userId)) : query.since
      const { rings, next } = await deps.history.page(userId, { ...query, since }, page)
      const list = rings.filter((ring) => isFor(ring, session)).map((ring) => presentActivity(ring, page.now))
      return new Answer(list, { next: next && encodeCursor(next) })
    },
    activity_story: async ({ input, caller }) => {
      const ring = await ringOfResident(deps, input.id, caller)
      const [timeline, messages, calls] = await Promise.all([
        deps.history.timelineOf(ring.id),
        ring.hasChat ? deps.messages.of(ring.id) : [],
        deps.history.callsOf(ring.id),
      ])
      return presentActivityDetails(ring, { timeline, messages, calls }, clock.now())
    },
  }
}

const latest = (asked: Date | undefined, least: Date) => (asked && asked > least ? asked : least)

const CONTENT: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json; charset=utf-8' }

export function exportBytes(deps: HistoryDeps): Pick<BytesHandlersOf<'doorbell'>, 'export_activities'> {
  return {
    export_activities: async ({ input, caller, response }) => {
      const { userId } = residentOf(caller)
      const door = input.door ? await deps.doors.ofOwnerById(userId, input.door, deps.clock.now()) : undefined
      const name = exportName(input, input.format, dayOf(deps.clock.now(), input.timeZone ?? DEFAULT_TIME_ZONE), door?.label)
      response.writeHead(200, {
        'content-type': CONTENT[input.format],
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      })
      await sendStream(Readable.from(exportRows(deps, userId, input, input.format)), response)
    },
  }
}
