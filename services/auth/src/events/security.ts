import type { EventHandlers } from '#kit/events.ts'
import type { SignIns } from '../domain/ports.ts'

/** An address that the operator unblocks starts with no failures here either. */
export const onSecurity = ({ signIns }: { readonly signIns: Pick<SignIns, 'clearFailuresOf'> }): EventHandlers<'security'> => ({
  address_unblocked: ({ data }) => signIns.clearFailuresOf(data.address),
})
