import type { Clock } from '#kit/clock.ts'
import type { EventHandlers } from '#kit/events.ts'
import { type Doors, ensureDoor } from './doors.ts'

type Deps = { readonly doors: Doors; readonly clock: Clock; readonly isDeleted: (userId: number) => Promise<boolean> }

/** Creates the door of a registration whose rpc was lost. A repeated event changes nothing: the door is found by its code. */
export const onUserRegistered = ({ doors, clock, isDeleted }: Deps): EventHandlers<'auth'> => ({
  user_registered: async ({ data }) => {
    if (await isDeleted(data.userId)) return
    await ensureDoor(doors, { userId: data.userId, qrCodeId: data.qrCodeId, label: undefined }, clock.now())
  },
})
