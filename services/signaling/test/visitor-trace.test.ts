/**
 * What a visitor receives while it rings does not depend on the resident (docs/product/decisions.md, 7): no device, one, five, or do not
 * disturb. Compares order, types, keys, fixed values and counts of four rings each, without random values and times. The only allowed
 * difference is `seen`, which these devices never send. TEST_LOG=1 prints the arrival times.
 */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MediaReply, MediaSource } from '#proto/frames/media.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { LIMITS } from '#proto/limits.ts'
import { rtpParameters } from '#scripts/testing/media/rtp-parameters.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { report } from '#scripts/testing/report.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { Party } from './party.ts'
import { Scenes } from './scenes.ts'

const ROUNDS = 4
const RANDOM = new Set([
  ...['id', 'activityId', 'userId', 'qrCodeId', 'clientId', 'requestId', 'producerId', 'epoch'],
  ...['timestamp', 'endsAt', 'againAt', 'eraseFrom', 'now', 'join'],
  ...['usernameFragment', 'password', 'value', 'port', 'foundation', 'ssrc', 'routerRtpCapabilities'],
])

/** Replaces random values and times by their type. */
function normalised(value: unknown, key = ''): unknown {
  if (RANDOM.has(key)) return typeof value
  if (Array.isArray(value)) return value.map((entry) => normalised(entry))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, normalised(entry, name)]))
}

const SOURCES: readonly MediaSource[] = ['microphone', 'camera']
/** The media requests of a page while it rings. @returns what it receives */
async function standsBy(party: Party): Promise<MediaReply<'receive'>> {
  const { send, routerRtpCapabilities } = await party.ask({ op: 'join', mode: 'prepare' })
  const received = await party.ask({ op: 'receive', rtpCapabilities: routerRtpCapabilities })
  for (const { id } of received.consumers) await party.ask({ op: 'resume_consumer', consumerId: id })
  for (const source of SOURCES)
    await party.ask({ op: 'produce', transportId: send.id, source, rtpParameters: rtpParameters(source), paused: source === 'camera' })
  await party.ask({ op: 'permission', state: 'granted' })
  return received
}

type Trace = { readonly seen: unknown[]; readonly arrivals: Readonly<Record<string, number>> }

/** One ring from POST to Cancel, as its visitor sees it. @param devices join before the visitor's second receive */
async function trace(owner: Resident, devices: readonly TestSocket[]): Promise<Trace> {
  const visitor = scenes.world.visitor()
  const rung = await visitor.ring(owner)
  const socket = await visitor.connect()
  const registeredAt = performance.now()
  const arrivals: Record<string, number> = {}
  socket.listen(({ type }: ServerFrame) => {
    arrivals[type] ??= Math.round(performance.now() - registeredAt)
  })
  socket.send({ type: 'register_visitor', activityId: rung.id })
  await socket.next('call_prepare')
  const page = new Party(socket, rung.id)
  const seen: unknown[] = [rung, await standsBy(page)]
  const standing = await Promise.allSettled(
    devices.map(async (device) => {
      await device.next('doorbell_ring', ({ activityId }) => activityId === rung.id)
      device.send({ type: 'receipt', activityId: rung.id, state: 'delivered' })
      await standsBy(new Party(device, rung.id))
    }),
  )
  expect(standing.filter(({ status }) => status === 'fulfilled')).toHaveLength(Math.min(3, devices.length))
  const { routerRtpCapabilities } = await page.ask({ op: 'join', mode: 'prepare' })
  seen.push(await page.ask({ op: 'receive', rtpCapabilities: routerRtpCapabilities }), await visitor.visit(rung.id))
  seen.push(await visitor.call('doorbell.cancel', { id: rung.id }))
  await eventually('the end', () => socket.all('visit_changed').some(({ visit }) => visit.outcome === 'cancelled'))
  // A registration and the frame it replays may cross, so a duplicate counts once.
  const prepare = socket.frames.findIndex(({ type }) => type === 'call_prepare')
  const comparable = socket.frames.filter(({ type }, index) => type !== 'call_prepare' || index === prepare)
  seen.push(comparable, await visitor.visit(rung.id))
  await visitor.leave()
  // Rings in a row exceed a household's limits, so each has its own limit window.
  await scenes.world.clock.shift(LIMITS.media.window)
  return { seen: seen.map((entry) => normalised(entry)), arrivals }
}

let scenes: Awaited<ReturnType<typeof Scenes.shared>>
beforeAll(async () => {
  scenes = await Scenes.shared()
})
afterAll(() => scenes?.stop())

type Situation = { readonly name: string; readonly devices: number; readonly quiet?: boolean }
const SITUATIONS: readonly Situation[] = [
  { name: 'absent', devices: 0 },
  { name: 'one device', devices: 1 },
  { name: 'five devices', devices: 5 },
  { name: 'do not disturb', devices: 0, quiet: true },
]

async function traces({ devices, quiet }: Situation): Promise<Trace[]> {
  const owner = await scenes.world.resident({ premium: true })
  if (quiet) await owner.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  const quietSocket = quiet ? await owner.socket() : undefined
  const sockets = await Promise.all(Array.from({ length: devices }, async () => (await owner.anotherDevice()).socket()))
  const all: Trace[] = []
  for (let round = 0; round < ROUNDS; round += 1) all.push(await trace(owner, sockets))
  expect(quietSocket?.all('call_prepare') ?? []).toEqual([])
  return all
}

// covers: N-presence
test('a visitor receives the same frames whoever is at home', async () => {
  const found = new Map<string, Trace[]>()
  for (const situation of SITUATIONS) found.set(situation.name, await traces(situation))
  const expected = found.get('absent')?.[0]?.seen
  for (const [name, all] of found) for (const { seen } of all) expect([name, seen]).toEqual([name, expected])
  for (const [name, all] of found) report(`${name}: ${all.map(({ arrivals }) => JSON.stringify(arrivals)).join(' ')}`)
})
