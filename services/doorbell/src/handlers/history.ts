/** Looking back: the list by filter, one ring's story, and everything as a file. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BytesHandlersOf } from '#kit/bytes.ts'
import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { type AccessDeps, residentOf, ringOfResident } from '../domain/access.ts'
import { dayOf } from '../domain/calendar.ts'
import type { Doors } from '../domain/doors.ts'
import { type ExportFormat, exportName, exportRows } from '../domain/export.ts'
import { type History, lookingAt, tellStory, ZONE } from '../domain/history.ts'
import type { Clock, Messages } from '../domain/ports.ts'
import { presentActivity } from '../domain/views.ts'
import { readPlace, writePlace } from './paging.ts'

export type HistoryDeps = AccessDeps & {
  readonly history: History
  readonly messages: Pick<Messages, 'of'>
  readonly doors: Pick<Doors, 'ofOwnerById'>
  readonly clock: Clock
}

export function history(deps: HistoryDeps): SomeHandlersOf<'doorbell', 'activities' | 'activity_story'> {
  const { clock } = deps
  return {
    activities: async ({ input, caller }) => {
      const page = { limit: input.limit, after: readPlace(input.cursor), now: clock.now() }
      const { rings, next } = await deps.history.page(residentOf(caller).userId, lookingAt(input), page)
      const list = rings.map((ring) => presentActivity(ring, page.now))
      return new Answer(list, { next: next && writePlace(next) })
    },
    activity_story: async ({ input, caller }) => {
      const ring = await ringOfResident(deps, input.id, caller)
      const [marks, messages, calls] = await Promise.all([
        deps.history.marksOf(ring.id),
        ring.hasChat ? deps.messages.of(ring.id) : [],
        deps.history.callsOf(ring.id),
      ])
      return tellStory(ring, { marks, messages, calls }, clock.now())
    },
  }
}

const CONTENT: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json; charset=utf-8' }

export function exports(deps: HistoryDeps): Pick<BytesHandlersOf<'doorbell'>, 'export_activities'> {
  return {
    export_activities: async ({ input, caller, response }) => {
      const { userId } = residentOf(caller)
      const door = input.door ? await deps.doors.ofOwnerById(userId, input.door, deps.clock.now()) : undefined
      const name = exportName(input, input.format, dayOf(deps.clock.now(), input.timeZone ?? ZONE), door?.label)
      response.writeHead(200, {
        'content-type': CONTENT[input.format],
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      })
      await pipeline(Readable.from(exportRows(deps, userId, input, input.format)), response).catch((error: unknown) => {
        // Whoever closed the page wants no more of it.
        if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
      })
    },
  }
}
