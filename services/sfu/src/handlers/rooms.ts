import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { MediaEngine } from '../domain/media.ts'

type Names = 'open_room' | 'close_room' | 'join' | 'leave' | 'set_sending_peer' | 'activate' | 'start_recording' | 'stop_recording'

export const rooms = (engine: MediaEngine): SomeHandlersOf<'sfu', Names> => ({
  open_room: async ({ input }) => ({ routerRtpCapabilities: (await engine.open(input.room)).routerRtpCapabilities }),
  close_room: async ({ input }) => {
    engine.close(input.room)
    return {}
  },
  join: ({ input }) => engine.room(input.room).join(input.peer, input.side, input),
  leave: async ({ input }) => {
    engine.room(input.room).leave(input.peer)
    return {}
  },
  set_sending_peer: async ({ input }) => {
    engine.room(input.room).setSendingPeer(input.sendingPeer)
    return {}
  },
  activate: async ({ input }) => {
    await engine.room(input.room).activate(input.peers, input.kind)
    return {}
  },
  start_recording: async ({ input: { room, ...options } }) => {
    await engine.room(room).startRecording(options)
    return {}
  },
  stop_recording: async ({ input }) => {
    engine.findRoom(input.room)?.stopRecording(input.recordingId, input.reason)
    return {}
  },
})
