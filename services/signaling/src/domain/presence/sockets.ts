/** Presence: sockets of the parties open and close (docs/product/states.md: visitor away, one side lost). */
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { isLive } from '../call/call.ts'
import { isVisitor } from '../call/participant.ts'
import { socketClosed } from '../call/places.ts'
import { withAccount } from '../call/resident-pages.ts'
import { presenceChanged } from '../call/rules.ts'
import { changeExisting } from '../change/change.ts'
import { type CallDeps, sessionParty, visitorParty } from '../ports.ts'

export type SocketNews = {
  readonly state: 'open' | 'closed'
  readonly as: 'resident' | 'visitor'
  readonly activityId?: number | undefined
}

export async function socketNews(deps: CallDeps, { state, as, activityId }: SocketNews, caller: Caller): Promise<void> {
  const { clientId, resident } = caller
  if (!clientId) return
  if (as === 'visitor') {
    if (activityId === undefined || !isVisitor(caller, activityId)) return
    const there = await count(deps, visitorParty(activityId), state, clientId)
    const closed = state === 'closed' ? clientId : undefined
    await applyPresence(deps, activityId, { side: 'visitor', there, resident: undefined, closed })
    if (there) return
    await deps.doorbell.reportVisitorAway(activityId, true, caller)
    // A visitor who returns as the old socket closes may have registered before doorbell stored that the phone was away.
    if ((await deps.presence.count(visitorParty(activityId))) > 0) await deps.doorbell.reportVisitorAway(activityId, false, caller)
    return
  }
  if (!resident) return
  const there = await count(deps, sessionParty(resident.session), state, clientId)
  const news = { side: 'resident', there, resident, closed: state === 'closed' ? clientId : undefined } as const
  for (const id of await deps.calls.ofResident(resident.userId)) await applyPresence(deps, id, news)
}

async function count(deps: CallDeps, party: string, state: 'open' | 'closed', clientId: string): Promise<boolean> {
  if (state === 'closed') return (await deps.presence.closed(party, clientId)) > 0
  await deps.presence.opened(party, clientId)
  return true
}

type Presence = {
  readonly side: 'visitor' | 'resident'
  readonly there: boolean
  readonly resident: ResidentIdentity | undefined
  /** The socket that has closed. */
  readonly closed: string | undefined
}

async function applyPresence(deps: CallDeps, activityId: number, { side, there, resident, closed }: Presence): Promise<void> {
  await changeExisting(deps, activityId, (before, now) => {
    const known = resident ? withAccount(before, resident.session, resident.userId) : before
    const call = closed === undefined ? known : socketClosed(known, closed)
    if (!isLive(call) || (side === 'resident' && call.holder?.session !== resident?.session)) return call
    return presenceChanged(call, side, there, now)
  })
}
