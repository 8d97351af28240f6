/** AsyncAPI 3.0 from the socket's frames. */
import { z } from 'zod'
import { ClientFrame } from '#proto/frames/client.ts'
import { ServerFrame } from '#proto/frames/server.ts'
import { SOCKET } from '#proto/limits.ts'

type Json = Record<string, unknown>
type Union = { readonly options: readonly z.ZodObject[] }

/** The frames of one direction: name → JSON schema. */
export function frames(direction: 'client' | 'server'): Record<string, Json> {
  const union = (direction === 'client' ? ClientFrame : ServerFrame) as Union
  return Object.fromEntries(
    union.options.map((option) => {
      const { $schema: _dialect, ...schema } = z.toJSONSchema(option, {
        io: direction === 'client' ? 'input' : 'output',
        unrepresentable: 'any',
      }) as Json
      const type = (option.shape.type as z.ZodLiteral<string>).value
      return [type, schema]
    }),
  )
}

const messages = (direction: 'client' | 'server') =>
  Object.fromEntries(Object.entries(frames(direction)).map(([name, payload]) => [`${direction}.${name}`, { name, payload }]))
const refs = (direction: 'client' | 'server') =>
  Object.keys(frames(direction)).map((name) => ({ $ref: `#/channels/ws/messages/${direction}.${name}` }))

export function asyncapi(publicUrl: string): Json {
  const url = new URL(publicUrl)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Digital Doorbell socket',
      version: '1',
      description:
        `Text frames of JSON, at most ${SOCKET.maxBytesOrdinary} bytes (a media request ${SOCKET.maxBytes}), ` +
        `${SOCKET.framesPerWindow} per ${SOCKET.window / 1000} s and socket, fewer per party.`,
    },
    servers: { here: { host: url.host, protocol: url.protocol === 'https:' ? 'wss' : 'ws' } },
    channels: { ws: { address: SOCKET.path, messages: { ...messages('client'), ...messages('server') } } },
    operations: {
      receive: { action: 'receive', channel: { $ref: '#/channels/ws' }, summary: 'What a client sends', messages: refs('client') },
      send: { action: 'send', channel: { $ref: '#/channels/ws' }, summary: 'What the server sends', messages: refs('server') },
    },
  }
}
