import type { EventArms } from '#kit/events.ts'
import type { SignIns } from '../domain/ports.ts'

/** An address that the operator lets in again starts anew here too. */
export function securityEvents(signIns: Pick<SignIns, 'forgetAddress'>): EventArms<'security'> {
  return {
    address_unblocked: ({ data }) => signIns.forgetAddress(data.address),
  }
}
