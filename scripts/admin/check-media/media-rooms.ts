/**
 * Rooms on the product's media nodes, made as calls are: a premium account's doors ring, and its page prepares media for each ring. A room
 * is on one worker, and each worker has a port of its own, so that several rooms find several ports.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { MediaReply } from '#proto/frames/media.ts'
import { StartError } from '../../servers/server.ts'
import { HttpError } from '../../testing/http-client.ts'
import type { Resident, Visitor } from '../../testing/people.ts'
import type { TestSocket } from '../../testing/socket.ts'
import type { IceCredentials } from './ice-check.ts'

type Join = MediaReply<'join'>
type Transport = Join['send']
export type MediaCandidate = Pick<Transport['iceCandidates'][number], 'address' | 'port' | 'protocol'>
export type MediaTransport = {
  readonly ice: IceCredentials
  /** The node answers DTLS from then on. */
  connect(): Promise<void>
}
export type MediaRoom = {
  /** Where its worker listens, as pages are told; the same for each transport. */
  readonly candidates: readonly MediaCandidate[]
  /** One for each candidate, because a transport makes one DTLS handshake; fewer, if there are more than a page may have. */
  readonly transports: readonly MediaTransport[]
  readonly iceServers: Join['iceServers']
}

/** One host has two media ports. An address may place 20 rings a minute (LIMITS of proto/limits.ts), and a check may be repeated. */
const DOORS = 4
/** Pages of one account that are prepared while it rings: each has two transports. */
const PAGES = 3
const ANSWER_MS = 3_000

const SENTENCES: Readonly<Record<string, string>> = {
  calls_preparing: 'No media node is ready yet (calls_preparing): its media worker is still being built, or no sfu runs.',
  calls_full: 'No media node has room for another call (calls_full).',
  call_not_there: 'The product prepares no call for a ring (call_not_there): look at the log of signaling.',
}

/**
 * Waits until doorbell has the account's plan, which arrives as an event: only Premium has further doors.
 * @param patienceMs, everyMs how long it waits, and how often it asks
 * @throws StartError
 */
async function addDoor(resident: Resident, label: string, { patienceMs, everyMs }: DoorPatience): Promise<string> {
  for (const from = performance.now(); ; await pause(everyMs))
    try {
      return (await resident.call('doorbell.add_door', { label })).qrCodeId
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'subscription_required') throw error
      if (performance.now() - from > patienceMs) throw new StartError(`The account ${resident.user.username} has not become Premium.`)
    }
}

export type DoorPatience = { readonly patienceMs: number; readonly everyMs: number }

/** Adds the doors that are rung; the first one waits until the account is Premium. @returns the codes of all @throws StartError */
export async function openDoors(resident: Resident, patience: DoorPatience): Promise<readonly string[]> {
  const codes = [resident.user.qrCodeId]
  for (let number = 2; number <= DOORS; number += 1) codes.push(await addDoor(resident, `Door ${number}`, patience))
  return codes
}

/**
 * Rings each door as a visitor of its own. The rings and rooms end with the account.
 * @param codes of doors of one premium account
 * @returns one room for each set of candidates
 * @throws StartError where no call can be prepared, HttpError
 */
export async function openMediaRooms(resident: Resident, codes: readonly string[], newVisitor: () => Visitor): Promise<MediaRoom[]> {
  const socket = await resident.socket()
  const rooms = new Map<string, { readonly activityId: number; readonly join: Join }>()
  for (const code of codes) {
    const visitor = newVisitor()
    const { id } = await visitor.ring(code).finally(() => visitor.leave())
    const join = await joinPage(socket, id, 'page-1')
    rooms.set(join.send.iceCandidates.map(describeCandidate).toSorted().join(), { activityId: id, join })
  }
  return Promise.all([...rooms.values()].map(({ activityId, join }) => roomOf(socket, activityId, join)))
}

async function roomOf(socket: TestSocket, activityId: number, join: Join): Promise<MediaRoom> {
  const { iceCandidates: candidates } = join.send
  const transports = [join.send, join.receive].map((transport) => transportOf(socket, activityId, 'page-1', transport))
  for (let page = 2; page <= PAGES && transports.length < candidates.length; page += 1) {
    const peer = `page-${page}`
    const { send, receive } = await joinPage(socket, activityId, peer)
    transports.push(...[send, receive].map((transport) => transportOf(socket, activityId, peer, transport)))
  }
  return { candidates, transports, iceServers: join.iceServers }
}

async function joinPage(socket: TestSocket, activityId: number, peerId: string): Promise<Join> {
  try {
    return await socket.ask<'join'>(activityId, { op: 'join', mode: 'prepare' }, peerId, ANSWER_MS)
  } catch (error) {
    const { message } = error as Error
    throw new StartError(SENTENCES[message] ?? `The product does not prepare calls: ${message}`)
  }
}

function transportOf(socket: TestSocket, activityId: number, peerId: string, { id, iceParameters }: Transport): MediaTransport {
  const value = [...randomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
  // Of a certificate that is never sent: the handshake is left after the node's first flight.
  const dtlsParameters = { role: 'client' as const, fingerprints: [{ algorithm: 'sha-256' as const, value }] }
  return {
    ice: iceParameters,
    connect: async () => {
      await socket.ask<'connect_transport'>(activityId, { op: 'connect_transport', transportId: id, dtlsParameters }, peerId, ANSWER_MS)
    },
  }
}

const describeCandidate = ({ protocol, address, port }: MediaCandidate) => `${protocol} ${address} ${port}`
