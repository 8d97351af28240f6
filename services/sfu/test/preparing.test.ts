// @all: a node without its worker
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mediaWorker } from '#scripts/testing/media/worker.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const folder = mkdtempSync(join(tmpdir(), 'media-worker-'))
const bin = join(folder, 'mediasoup-worker')
let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['sfu'], envOf: { sfu: { MEDIASOUP_WORKER_BIN: bin, EMBEDDED: '0' } } })
})
afterAll(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

// covers: calls_preparing
test('a node without its worker is ready but refuses calls; with one that fails it is not ready', async () => {
  const node = await eventually('the node to announce itself', async () => (await world.redis.smembers('sfu:nodes'))[0])
  const word = async () => JSON.parse((await world.redis.get(`sfu:node:${node}`)) ?? '{}')
  expect(await word()).toMatchObject({ preparing: true, rooms: 0 })
  const readyz = async () => (await fetch(`${world.service('sfu').http}/readyz`)).status
  expect(await readyz()).toBe(200)
  await expect(world.rpc('sfu.open_room', { room: '1.1' }, {}, { node })).rejects.toMatchObject({ code: 'calls_preparing' })
  symlinkSync('/bin/false', bin)
  await eventually('the node to report that its worker fails', async () => (await readyz()) === 503, 20_000)
  rmSync(bin)
  symlinkSync(mediaWorker(), bin)
  await eventually('calls to be ready', async () => (await word()).preparing === false, 20_000)
  expect(await readyz()).toBe(200)
  await world.rpc('sfu.open_room', { room: '1.1' }, {}, { node })
})
