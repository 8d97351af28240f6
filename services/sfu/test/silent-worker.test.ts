// @all: a worker that is stopped; the rows of lost workers are shown with a dead one
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { MediaNotice } from '#proto/operations/sfu.ts'
import { subjects } from '#proto/subjects.ts'
import { childrenOf } from '#scripts/testing/process.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import { report } from '#scripts/testing/report.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

/** Milliseconds after which a worker that does not answer is given up, on a busy machine. */
const GIVEN_UP_WITHIN = 3_000
let world: Stack
let node: string
const notices: MediaNotice[] = []
beforeAll(async () => {
  world = await startStack({ services: ['sfu'], envOf: { sfu: { MEDIA_WORKERS: '2' } } })
  world.bus.subscribe(subjects.allMedia, (body) => void notices.push(MediaNotice.parse(JSON.parse(body))))
  node = await readyNode(world)
})
afterAll(() => world?.stop())

const open = (room: string) => world.rpc('sfu.open_room', { room }, {}, { node })
const workers = () => childrenOf(world.service('sfu').pid ?? 0)
const isRunning = (pid: number) => workers().includes(pid)

test('a worker that does not answer is replaced, its rooms are lost, and those of the other stay', async () => {
  const announced = async () => JSON.parse((await world.redis.get(`sfu:node:${node}`)) ?? '{}')
  await eventually('both workers', async () => (await announced()).maxRooms === 120)
  // On the less loaded worker: one on each.
  await open('1.1')
  await open('2.1')
  const [stopped = 0, other = 0] = workers()
  const at = performance.now()
  process.kill(stopped, 'SIGSTOP')
  const metrics = await (await fetch(`${world.service('sfu').http}/metrics`, { signal: AbortSignal.timeout(1_000) })).text()
  expect(metrics).toContain('doorbell_media_worker_cpu_seconds_total')
  await eventually('the notice of the loss', () => notices.some(({ type }) => type === 'room_lost'), GIVEN_UP_WITHIN)
  report(`a stopped worker is given up after ${Math.round(performance.now() - at)} ms`)
  expect(notices.flatMap((notice) => (notice.type === 'room_lost' ? notice.room : []))).toHaveLength(1)
  await eventually('another worker', () => workers().length === 2 && !isRunning(stopped))
  expect(isRunning(other)).toBe(true)
  await eventually('rooms on both', () => Promise.all(['3.1', '4.1', '5.1'].map(open)))
  const kept = notices.some((notice) => notice.type === 'room_lost' && notice.room === '1.1') ? '2.1' : '1.1'
  const peer = { room: kept, peer: 'v:1', side: 'visitor', fresh: false } as const
  expect(await world.rpc('sfu.join', peer, {}, { node })).toMatchObject({ kept: false })
})

test('the notice of a lost room is repeated until the room is closed', async () => {
  const lost = new Set(notices.flatMap((notice) => (notice.type === 'room_lost' ? notice.room : [])))
  const [room = ''] = lost
  const count = () => notices.filter((notice) => notice.type === 'room_lost' && notice.room === room).length
  const before = count()
  await eventually('the notice again', () => count() > before)
  await world.rpc('sfu.close_room', { room }, {}, { node })
  const after = count()
  // A later notice of another room comes with the same tick.
  await open('6.1')
  for (const pid of workers()) process.kill(pid, 'SIGKILL')
  await eventually(
    'the loss of a later room',
    () => notices.filter((notice) => notice.type === 'room_lost' && notice.room === '6.1').length > 1,
  )
  expect(count()).toBe(after)
})
