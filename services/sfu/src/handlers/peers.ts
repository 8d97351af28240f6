import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { MediaEngine } from '../domain/media.ts'

type Names = 'connect_transport' | 'restart_ice' | 'produce' | 'receive' | 'set_producer' | 'set_consumer'

export const peers = (engine: MediaEngine): SomeHandlersOf<'sfu', Names> => {
  const peer = (input: { room: string; peer: string }) => engine.room(input.room).peer(input.peer)
  return {
    connect_transport: async ({ input }) => {
      await peer(input).connectTransport(input.transportId, input.dtlsParameters)
      return {}
    },
    restart_ice: async ({ input }) => ({ iceParameters: await peer(input).restartIce(input.transportId) }),
    produce: async ({ input }) => ({
      producerId: await peer(input).produce(input.transportId, input.source, input.rtpParameters, input.paused),
    }),
    receive: async ({ input }) => ({ consumers: await peer(input).receive(input.rtpCapabilities) }),
    set_producer: async ({ input }) => {
      await peer(input).setProducer(input.producerId, input.state)
      return {}
    },
    set_consumer: async ({ input }) => {
      await peer(input).setConsumer(input.consumerId, input)
      return {}
    },
  }
}
