import type { EventHandlers } from '#kit/events.ts'
import type { Accounts } from '../core/ports.ts'

/** The user's code is that of the primary door (docs/product/decisions.md, 3); the version makes a repeated or late event harmless. */
export const onDoorbell = ({ accounts }: { readonly accounts: Accounts }): EventHandlers<'doorbell'> => ({
  door_rotated: async ({ data }) => {
    if (data.primary) await accounts.setQrCode(data.ownerId, data.qrCodeId, data.version)
  },
})
