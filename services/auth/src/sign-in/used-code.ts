import type { Announcement } from '../core/ports.ts'
import { type AnnounceDeps, addresseesOf } from '../mails/announce.ts'
import { writeMails } from '../mails/write-mail.ts'
import type { FactorProof } from './factors.ts'

/**
 * The use of a recovery code is announced, so that a thief of the sheet is noticed: each use is mailed and raises an event.
 * @param left codes that still work, null where all end with this one
 * @param address of the client
 */
export async function usedCodeAnnouncement(
  deps: AnnounceDeps,
  proof: FactorProof,
  left: number | null,
  address: string,
): Promise<Announcement> {
  if ('step' in proof) return { events: [], mails: [] }
  const { userId } = proof
  return {
    events: [deps.outbox.row('auth.factor_changed', { userId, change: 'recovery_code_used', address })],
    mails: writeMails('factor.codeUsed', await addresseesOf(deps, userId, 'factor.codeUsed'), { at: deps.clock.now() }, { left }),
  }
}
