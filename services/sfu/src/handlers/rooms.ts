import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { MediaEngine } from '../domain/media.ts'

export const rooms = (engine: MediaEngine): SomeHandlersOf<'sfu', 'open_room' | 'close_room' | 'join' | 'leave' | 'activate'> => ({
  open_room: async ({ input }) => ({ routerRtpCapabilities: (await engine.open(input.room)).routerRtpCapabilities }),
  close_room: async ({ input }) => {
    engine.close(input.room)
    return {}
  },
  join: ({ input }) => engine.room(input.room).join(input.peer, input.side, input.fresh),
  leave: async ({ input }) => {
    engine.room(input.room).leave(input.peer)
    return {}
  },
  activate: async ({ input }) => {
    await engine.room(input.room).activate(input.peers, input.kind)
    return {}
  },
})
