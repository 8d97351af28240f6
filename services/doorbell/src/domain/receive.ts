import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import { type AccessDeps, ringNamed, ringOfResident, ringOfVisitor, sideOf } from './access.ts'
import { chatRead } from './notifications.ts'
import type { Rings } from './ports.ts'
import { type TellDeps, tellChange, tellOwner } from './tell.ts'

export type ReceiptState = 'delivered' | 'seen' | 'hidden' | 'visible' | 'read'
export type ReceiveDeps = TellDeps &
  AccessDeps & { readonly rings: TellDeps['rings'] & Pick<Rings, 'find' | 'receive' | 'setAway' | 'markRead'> }

/**
 * Our own pages say what became of a ring on them: a resident's, that it arrived or is on a screen; the visitor's, that it is hidden or
 * back ("{name}'s phone is asleep or offline"); either side's, that the chat is on a screen: what is read is not replayed, and a GET marks
 * nothing (RFC 9110, 9.2.1). Each is written once; devices are counted on the timeline only.
 * @throws Refusal not_found
 */
export async function receive(deps: ReceiveDeps, activityId: number, state: ReceiptState, caller: Caller): Promise<void> {
  if (state === 'read') {
    const ring = await ringNamed(deps, activityId)
    const side = sideOf(ring, caller)
    const last = (await deps.messages.of(activityId)).at(-1)
    if (last) await deps.rings.markRead(activityId, side, last.seq)
    if (side === 'resident') chatRead(deps, ring)
    return
  }
  if (state === 'hidden' || state === 'visible') {
    await ringOfVisitor(deps, activityId, caller)
    const changed = await deps.rings.setAway(activityId, state === 'hidden')
    if (changed) tellOwner(deps, changed)
    return
  }
  const { resident } = caller
  // A visitor's page has no ring that arrives: what it names is not there for it.
  if (!resident) throw new Refusal('not_found')
  await ringOfResident(deps, activityId, caller)
  const seen = await deps.rings.receive(activityId, state, resident.session, deps.clock.now())
  if (seen) tellChange(deps, seen)
}
