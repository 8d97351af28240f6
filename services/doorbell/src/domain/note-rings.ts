/** What hangs on a ring is written shortly after it, and told; rings of a process that died before it told anyone are told again. */
import { tellMissed, tellUnread } from './notifications.ts'
import type { Rings } from './ports.ts'
import type { StoredNotification } from './stored-notification.ts'
import { type TellDeps, tellRung } from './tell.ts'

/** A ring not noted by now was placed by a process that died before it told anyone. */
const NOTE_LATE = 1_500

/** `late`: still live, and to be told again. */
export type Noted = { readonly late: boolean; readonly notice: StoredNotification }
export type NoteDeps = TellDeps & {
  readonly rings: Pick<Rings, 'find'>
  /** Notes what is new, once, whichever copy comes first. */
  readonly note: (now: Date, lateBefore: Date) => Promise<readonly Noted[]>
}

/** Missed before it was noted (a process that died, a clock that was shifted): what the miss would have told had nothing to tell it of. */
const ringOf = ({ activityId, ownerId, type }: StoredNotification) => ({
  id: activityId ?? 0,
  ownerId,
  purpose: type === 'package' ? 'delivery' : null,
})

async function tellAgain(deps: NoteDeps, { activityId }: StoredNotification): Promise<void> {
  const ring = activityId === null ? undefined : await deps.rings.find(activityId, deps.clock.now())
  if (ring) tellRung(deps, ring)
}

export async function noteNewRings(deps: NoteDeps): Promise<void> {
  const noted = await deps.note(deps.clock.now(), deps.clock.in(-NOTE_LATE))
  if (!noted.length) return
  for (const { late, notice } of noted) if (late) await tellAgain(deps, notice)
  // The ring's own frame has made itself known already.
  const added = new Map(noted.map(({ notice }) => [notice.ownerId, { notice, alerts: [] }]))
  await tellUnread(deps, [...added.keys()], added)
  const missed = noted.filter(({ notice }) => notice.kind === 'missed').map(({ notice }) => ringOf(notice))
  if (missed.length) await tellMissed(deps, missed)
}
