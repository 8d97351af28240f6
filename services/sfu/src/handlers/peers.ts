import type { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { DtlsParameters, ProducerRtpParameters, RtpCapabilities } from '#proto/frames/media-parameters.ts'
import type { MediaEngine } from '../domain/media.ts'

type Names = 'connect_transport' | 'restart_ice' | 'produce' | 'receive' | 'set_producer' | 'set_consumer'

/** Parameters are passed to mediasoup, so they are validated here whoever validated them before. @throws AppError malformed */
function read<T>(schema: z.ZodType<T>, parameters: unknown): T {
  const { data, success } = schema.safeParse(parameters)
  if (!success) throw new AppError('malformed')
  return data
}

export const peers = (engine: MediaEngine): SomeHandlersOf<'sfu', Names> => {
  const peer = (input: { room: string; peer: string }) => engine.room(input.room).peer(input.peer)
  return {
    connect_transport: async ({ input }) => {
      await peer(input).connectTransport(input.transportId, read(DtlsParameters, input.dtlsParameters))
      return {}
    },
    restart_ice: async ({ input }) => ({ iceParameters: await peer(input).restartIce(input.transportId) }),
    produce: async ({ input }) => {
      const rtpParameters = read(ProducerRtpParameters, input.rtpParameters)
      return { producerId: await peer(input).produce(input.transportId, input.source, rtpParameters, input.paused) }
    },
    receive: async ({ input }) => ({ consumers: await peer(input).receive(read(RtpCapabilities, input.rtpCapabilities)) }),
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
