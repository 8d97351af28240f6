import type { SomeHandlersOf } from '#kit/handlers.ts'
import { publicStatus } from './ring-status.ts'
import type { Statuses } from './statuses.ts'

export const statusHandlers = (statuses: Pick<Statuses, 'newest'>): SomeHandlersOf<'notify', 'ring_status'> => ({
  ring_status: async () => ({ status: publicStatus(await statuses.newest()) }),
})
