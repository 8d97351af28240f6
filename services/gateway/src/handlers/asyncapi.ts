/** AsyncAPI 3.0 from the socket's frames. */
import type { z } from 'zod'
import { ClientFrame } from '#proto/frames/client.ts'
import { ServerFrame } from '#proto/frames/server.ts'
import { SOCKET } from '#proto/limits.ts'
import { type Json, Schemas } from './schemas.ts'

type Union = { readonly options: readonly z.ZodObject[] }

/** @returns the frames of one direction: name → JSON schema */
export function frames(direction: 'client' | 'server', schemas: Schemas): Record<string, Json> {
  const union = (direction === 'client' ? ClientFrame : ServerFrame) as Union
  return Object.fromEntries(
    union.options.map((option) => [
      (option.shape.type as z.ZodLiteral<string>).value,
      schemas.of(option, direction === 'client' ? 'input' : 'output'),
    ]),
  )
}

const messages = (direction: 'client' | 'server', schemas: Schemas) =>
  Object.fromEntries(Object.entries(frames(direction, schemas)).map(([name, payload]) => [`${direction}.${name}`, { name, payload }]))
const refs = (direction: 'client' | 'server', all: Json) =>
  Object.keys(all).flatMap((name) => (name.startsWith(`${direction}.`) ? [{ $ref: `#/channels/ws/messages/${name}` }] : []))

export function asyncapi(publicUrl: string): Json {
  const url = new URL(publicUrl)
  const schemas = new Schemas()
  const all = { ...messages('client', schemas), ...messages('server', schemas) }
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
    channels: { ws: { address: SOCKET.path, messages: all } },
    operations: {
      receive: { action: 'receive', channel: { $ref: '#/channels/ws' }, summary: 'What a client sends', messages: refs('client', all) },
      send: { action: 'send', channel: { $ref: '#/channels/ws' }, summary: 'What the server sends', messages: refs('server', all) },
    },
    components: { schemas: schemas.components },
  }
}
