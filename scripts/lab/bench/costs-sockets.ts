/** Untrusted requests to /ws, also of a visitor who has rung once: upgrades, and every frame of the contract. */
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { ClientFrame, routeOf } from '#proto/frames/client.ts'
import { LIMITS, SOCKET } from '#proto/limits.ts'
import { ONE_TRY } from '#scripts/testing/http-client.ts'
import type { Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'

/** How many sockets of one visit are opened; it may have twenty. */
const SOCKETS = 8
/** Within this time, sent frames are answered. */
const ANSWERED_MS = 400

export type FrameRow = {
  readonly name: string
  readonly countedBy: string
  /** How many frames over their limit are sent. */
  readonly frames: number
  /** Opens the sockets and uses up the limit. @returns sends the frames that are refused */
  prepare(): Promise<() => Promise<void>>
}

/** The largest frame of a type. It is refused after only its type is read. */
function frameOf(type: string): string {
  const size = routeOf(type)?.maxBytes ?? SOCKET.maxBytesOrdinary
  const [head, tail] = [`{"type":"${type}","x":"`, '"}']
  return head + 'x'.repeat(size - head.length - tail.length) + tail
}

async function openSockets(world: Stack, door: Resident): Promise<WebSocket[]> {
  const visitor = world.visitor()
  const { id } = await visitor.ring(door)
  const open = () =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(`${world.url.replace('http', 'ws')}/ws`, {
        headers: { cookie: visitor.client.cookieHeader },
        localAddress: visitor.client.address,
        ...ONE_TRY,
      })
      socket.on('message', (data) => String(data).includes('register_success') && resolve(socket))
      socket.on('error', reject)
      socket.on('open', () => socket.send(JSON.stringify({ type: 'register_visitor', activityId: id })))
    })
  return Promise.all(Array.from({ length: SOCKETS }, open))
}

export function frameRows(world: Stack, door: Resident): FrameRow[] {
  return ClientFrame.options.map((option): FrameRow => {
    const type = option.shape.type.value
    const limit = routeOf(type)?.countedAs ?? 'frame'
    const [countedBy, most] = type === 'ping' ? ['socket', SOCKET.framesPerWindow] : [`${limit}, socket`, LIMITS[limit].max]
    /** Fewer in all than the number at which the gateway closes a socket. */
    const each = SOCKET.framesPerWindow - 10
    return {
      name: `frame ${type}`,
      countedBy,
      frames: SOCKETS * each,
      async prepare() {
        const sockets = await openSockets(world, door)
        const frame = type === 'ping' ? '{"type":"ping"}' : frameOf(type)
        const send = async (times: number) => {
          for (let sent = 0; sent < times; sent += 1) for (const socket of sockets) socket.send(frame)
          await pause(ANSWERED_MS)
        }
        await send(type === 'ping' ? most : Math.ceil(most / SOCKETS))
        return async () => {
          await send(type === 'ping' ? each : each - Math.ceil(most / SOCKETS))
          for (const socket of sockets) socket.terminate()
        }
      },
    }
  })
}

const UPGRADE = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** @returns the status of an upgrade on a new connection */
export const upgrade = (url: string, localAddress: string, cookie: string): Promise<number> =>
  askAlone(`${url}/ws`, localAddress, { ...UPGRADE, cookie })

/** Requests on a separate connection. @returns the status */
export function askAlone(url: string, localAddress: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { headers, localAddress, family: 4, agent: false })
    sending.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sending.once('error', reject).end()
  })
}
