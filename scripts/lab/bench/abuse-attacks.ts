/**
 * The attacks of `npm run bench -- abuse`: requests of one address that stopped earlier versions of the product or filled their memory.
 * Each attack prepares, for example by opening sockets, and then sends at its fixed rate.
 */
import { request } from 'undici'
import WebSocket from 'ws'
import { ERRORS, type ErrorCode } from '#proto/errors.ts'
import { LIMITS, SOCKET } from '#proto/limits.ts'
import { agentFrom, ONE_TRY } from '#scripts/testing/http-client.ts'
import { atRate } from './open-loop.ts'

/** An attacker's resources: one address, a visitor's cookie, a free account, and a door to attack. */
export type Attacker = {
  readonly url: string
  readonly address: string
  readonly seconds: number
  readonly door: string
  readonly visitor: { readonly cookie: string; readonly activityId: number }
  readonly account: { readonly cookie: string; readonly userId: number }
  /** Progressive JPEGs as data URLs, small files of many pixels. */
  readonly photos: readonly string[]
}
/** The count of each HTTP status (for an error frame, its code's status), or of each reason for a missing answer. */
export type Answers = Record<string, number>
export type Sent = { readonly messages: number; readonly bytes: number; readonly answers: Answers }
/** Counts requests and answers. */
export type Tally = { readonly sent: (bytes: number) => void; readonly answered: (answer: string) => void }
export type Attack = (attacker: Attacker, tally: Tally) => Promise<() => Promise<unknown>>

const ANSWER_MS = 10_000
/** The time to wait after the last frame, so that its answer is counted. */
const LAST_ANSWER_MS = 300
const FRAMES_PER_SECOND = 11
const CROWD_ADDRESSES = 40
const CROWD_RATE = 200

type Post = {
  readonly path: string
  readonly body?: string
  readonly cookie?: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
}

/** @param postOf the nth request */
function requests(connections: number, rate: number, postOf: (attacker: Attacker, index: number) => Post): Attack {
  return async (attacker, tally) => {
    const dispatcher = agentFrom(attacker.address, connections)
    const send = async (index: number) => {
      const { path, body, cookie, method = 'POST', headers: own } = postOf(attacker, index)
      const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}), ...own }
      const options = { method, dispatcher, headers, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS, ...(body ? { body } : {}) }
      tally.sent(path.length + (body?.length ?? 0))
      const answer = await request(attacker.url + path, options).then(
        async ({ statusCode, body: answered }) => answered.dump().then(() => String(statusCode)),
        (error: Error & { code?: string }) => error.code ?? error.name,
      )
      tally.answered(answer)
    }
    return () => atRate(rate, attacker.seconds, send).finally(() => dispatcher.destroy())
  }
}

type SocketOptions = { readonly sockets: number; readonly cookie: string; readonly first?: string; readonly frame: string }

/** @returns a function that sends the frame on every socket at the highest permitted rate */
async function floodSockets(attacker: Attacker, options: SocketOptions, tally: Tally) {
  const open = Array.from({ length: options.sockets }, () => openSocket(attacker, options, tally))
  const sockets = (await Promise.all(open)).filter((socket) => socket !== undefined)
  const bytes = Buffer.byteLength(options.frame)
  return async () => {
    await atRate(FRAMES_PER_SECOND * sockets.length, attacker.seconds, (index) => {
      const socket = sockets[index % sockets.length]
      if (socket?.readyState !== WebSocket.OPEN) return
      socket.send(options.frame)
      tally.sent(bytes)
    })
    await new Promise((resolve) => setTimeout(resolve, LAST_ANSWER_MS))
    for (const socket of sockets) socket.terminate()
  }
}

function openSocket(attacker: Attacker, { cookie, first }: SocketOptions, tally: Tally) {
  const socket = new WebSocket(`${attacker.url.replace('http', 'ws')}/ws`, {
    headers: { cookie },
    localAddress: attacker.address,
    ...ONE_TRY,
  })
  socket.on('error', () => undefined)
  socket.on('message', (data) => tally.answered(statusOf(String(data))))
  return new Promise<WebSocket | undefined>((resolve) => {
    socket.once('unexpected-response', (_request, response) => {
      tally.answered(String(response.statusCode))
      resolve(undefined)
    })
    socket.once('close', (code) => {
      if (code !== 1006) tally.answered(`closed ${code}`)
      resolve(undefined)
    })
    socket.once('open', () => {
      if (first) socket.send(first)
      resolve(socket)
    })
  })
}

function statusOf(text: string): string {
  const { type, code } = JSON.parse(text) as { type: string; code?: ErrorCode }
  return type === 'error' && code ? String(ERRORS[code].status) : '200'
}

const deep = (bytes: number) => `{"x":${'['.repeat(bytes)}`
const DEEP_RING = deep(1_400_000)
const DEEP_LOGIN = deep(64_000)
const LONG_PATH = `/api/doorbell/requests/${'x'.repeat(14_000)}`
/** As many zero-width spaces, of three bytes each, as a frame holds. */
const UNSEEN = '\u200b'.repeat(Math.floor((SOCKET.maxBytes - 200) / 3))
const ZONE = 'america/argentina/buenos_aires'

/** A different spelling of one name for every index. */
function spelling(index: number): string {
  return [...ZONE].map((letter, at) => ((index >> (at % 20)) & 1 ? letter.toUpperCase() : letter)).join('')
}

/** The rate of requests that are refused without being read: they are cheap to send, so they must cost hardly more than /healthz. */
const FLOOD_RATE = 250
const FLOOD_CONNECTIONS = 50
const flood = (postOf: (attacker: Attacker, index: number) => Post): Attack =>
  requests(FLOOD_CONNECTIONS, FLOOD_RATE, (attacker, index) => ({ method: 'GET', ...postOf(attacker, index) }))
const one = <T>(of: readonly T[], index: number): T => of[index % of.length] as T

/** As many cookies as the gateway reads, none of them signed by it. */
function forgedCookies(url: string): string {
  const { port } = new URL(url)
  const signature = 'x'.repeat(43)
  const token = (id: number) => {
    const claims = { use: 'visit', activityId: id, userId: id, iat: 1, exp: 9_999_999_999 }
    const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    return [...parts, signature].join('.')
  }
  return ['visit', 'left']
    .flatMap((kind) => Array.from({ length: 20 }, (_, id) => `${kind}-${id + 1}-p${port}=${token(id + 1)}`))
    .join('; ')
}

/** The body of a webhook, whose signature has to be checked. */
const EVENT = JSON.stringify({ id: 'evt_1', type: 'x', data: { object: { customer: 'y'.repeat(60_000) } } })
const eventHeaders = () => ({ 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` })

const BROTLI = { 'accept-encoding': 'br' }
/** Pages that name no existing door. */
const PAGES = ['/visitor', `/visitor/${'a'.repeat(30)}`, `/visitor/pass/${'a'.repeat(61)}`, `/visitor/invite/${'a'.repeat(43)}`]
const DOCUMENTS = ['/api/docs', '/api/openapi.json', '/api/asyncapi.json']

/** Opens sockets of a ring without registering, as fast as permitted. */
const silentSockets: Attack = async (attacker, tally) => {
  const opened: Promise<WebSocket | undefined>[] = []
  return async () => {
    await atRate(FLOOD_RATE, attacker.seconds, () => {
      tally.sent(0)
      opened.push(openSocket(attacker, { sockets: 1, cookie: attacker.visitor.cookie, frame: '' }, tally))
    })
    for (const socket of await Promise.all(opened)) socket?.terminate()
  }
}

const registration = ({ visitor }: Attacker) => JSON.stringify({ type: 'register_visitor', activityId: visitor.activityId })
const ring = (door: string, photo?: string) => ({
  path: `/api/doorbell/ring/${door}`,
  body: JSON.stringify({ visitorName: 'Mallory', message: 'Again.', ...(photo ? { photo } : {}) }),
})

export const ATTACKS: Readonly<Record<string, Attack>> = {
  quiet: async () => async () => undefined,

  /** 24 requests a second: 4 rings of 1.4 MB and 20 log-ins of 64 kB. */
  v1: requests(3, 24, (_attacker, index) =>
    index % 6 === 0 ? { path: '/api/doorbell/ring/anything', body: DEEP_RING } : { path: '/api/login', body: DEEP_LOGIN },
  ),

  v2: async (attacker, tally) => {
    const { visitor, account } = attacker
    const leave = { type: 'media_request', requestId: 'leave', activityId: visitor.activityId, request: { op: 'leave' } }
    const first = JSON.stringify({ type: 'register', userId: account.userId })
    const floods = await Promise.all([
      floodSockets(attacker, { sockets: 20, cookie: visitor.cookie, frame: registration(attacker) }, tally),
      floodSockets(attacker, { sockets: 40, cookie: account.cookie, first, frame: JSON.stringify(leave) }, tally),
    ])
    return () => Promise.all(floods.map((flood) => flood()))
  },

  v3: (attacker, tally) => {
    const { cookie, activityId } = attacker.visitor
    const frame = JSON.stringify({ type: 'chat_message', recipientId: activityId, message: UNSEEN })
    return floodSockets(attacker, { sockets: 10, cookie, first: registration(attacker), frame }, tally)
  },

  v4: requests(20, 123, () => ({ path: LONG_PATH, body: '{}' })),

  v5: requests(10, 10, ({ account }, index) => {
    const zone = encodeURIComponent(spelling(index + Math.floor(Math.random() * 1_000_000)))
    return { path: `/api/activities?from=2026-01-01&timeZone=${zone}`, method: 'GET', cookie: account.cookie }
  }),

  /** The number of rings that an address may send in a minute, within the seconds of the attack. */
  v13: (attacker, tally) =>
    requests(6, LIMITS.ring.max / attacker.seconds, ({ door, photos }, index) => ring(door, photos[index % photos.length]))(
      attacker,
      tally,
    ),

  flood: requests(50, 200, ({ door }) => ring(door)),

  /** The control with which the other attacks of this rate are compared. */
  healthz: flood(() => ({ path: '/healthz' })),
  pages: flood((_attacker, index) => ({ path: one(PAGES, index), headers: BROTLI })),
  /** A door's own page, which is rendered, and a form that is not read; nearly all of them are refused. */
  refused: flood(({ door }, index) =>
    index % 2
      ? { path: `/visitor/${door}`, headers: BROTLI }
      : {
          path: `/visitor/${door}`,
          method: 'POST',
          body: 'action=ring',
          headers: { ...BROTLI, 'content-type': 'application/x-www-form-urlencoded' },
        },
  ),
  cookies: (attacker, tally) => {
    const cookie = forgedCookies(attacker.url)
    const post = ({ door }: Attacker, index: number): Post =>
      index % 2 ? { path: '/api/doorbell/visits', cookie } : { ...ring(door), method: 'POST', cookie }
    return flood(post)(attacker, tally)
  },
  documents: flood((_attacker, index) => ({ path: one(DOCUMENTS, index), headers: { 'accept-encoding': 'identity' } })),
  webhooks: flood(() => ({ path: '/api/stripe/webhook', method: 'POST', body: EVENT, headers: eventHeaders() })),
  silent: silentSockets,

  /** 200 rings a second at one door, from forty addresses. */
  crowd: async (attacker, tally) => {
    const [, , round] = attacker.address.split('.')
    const floodFrom = requests(2, CROWD_RATE / CROWD_ADDRESSES, ({ door }) => ring(door))
    const addresses = Array.from({ length: CROWD_ADDRESSES }, (_, index) => `127.252.${round}.${index + 1}`)
    const floods = await Promise.all(addresses.map((address) => floodFrom({ ...attacker, address }, tally)))
    return () => Promise.all(floods.map((flood) => flood()))
  },
}
