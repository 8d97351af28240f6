import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { identify } from '../bootstrap/identity.mjs'
import { RotatingLog } from '../servers/rotating-log.ts'
import { eventually } from '../testing/wait.ts'
import { pauseAfter, type ServiceRecipe, SupervisedService } from './supervised-service.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-'))
})
const started: SupervisedService[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop(1_000)))
  rmSync(folder, { recursive: true })
})

async function start(recipe: ServiceRecipe): Promise<SupervisedService> {
  const service = await SupervisedService.start(recipe, 10_000)
  started.push(service)
  return service
}

const READY = `require('node:fs').writeSync(3, '{"ready":{"http":4711}}\\n'); setInterval(() => {}, 1000);`

function recipe(code: string, crashed: (reason: string) => void = () => undefined): ServiceRecipe {
  const file = join(folder, 'main.cjs')
  writeFileSync(file, code)
  return {
    name: 'auth',
    command: process.execPath,
    args: [file],
    env: {},
    log: new RotatingLog(folder, 'auth'),
    show: () => undefined,
    crashed: (_name, reason) => crashed(reason),
    started: () => undefined,
    ended: () => undefined,
  }
}

test('restart delays grow from 250 ms to 10 s', () => {
  expect([1, 2, 3, 6, 7, 50].map(pauseAfter)).toEqual([250, 500, 1000, 8000, 10_000, 10_000])
})

test('a service is up once it reports ready with its port', async () => {
  const service = await start(recipe(READY))
  expect(service.port).toBe(4711)
  const pid = service.pid ?? 0
  await service.stop(2_000)
  expect(identify(pid)).toBeUndefined()
})

test('a crashed service restarts, and the reason is logged', async () => {
  const reasons: string[] = []
  const file = JSON.stringify(join(folder, 'crashed'))
  const once = `const fs = require('node:fs')
    if (!fs.existsSync(${file})) { fs.writeFileSync(${file}, ''); throw new Error('no such table') }`
  await start(recipe(`${once};${READY}`, (reason) => reasons.push(reason)))
  expect(reasons).toEqual([expect.stringContaining('exit 1, again in 0.25 s: Error: no such table')])
})

test('a service that cannot be started is tried again', async () => {
  const reasons: string[] = []
  const missing = { ...recipe(READY, (reason) => reasons.push(reason)), command: join(folder, 'none') }
  await expect(SupervisedService.start(missing, 1_000)).rejects.toThrow(`auth is not ready after 1 s: spawn ${missing.command} ENOENT.`)
  expect(reasons.slice(0, 2)).toEqual(['0.25', '0.5'].map((pause) => `spawn ${missing.command} ENOENT, again in ${pause} s`))
})

test('a configuration error is reported at once and not retried', async () => {
  const code = `process.stderr.write('auth: configuration: NATS_URL is missing\\n'); process.exitCode = 78`
  await expect(SupervisedService.start(recipe(code), 10_000)).rejects.toThrow('auth: configuration: NATS_URL is missing.')
})

test('a line reaches the process by its pipe, and each start is reported', async () => {
  const code = `const pipe = new (require('node:net').Socket)({ fd: 3, readable: true, writable: true })
    pipe.write('{"ready":{"http":4711}}\\n')
    pipe.on('data', () => process.exit(0))`
  let starts = 0
  const isReady = () => {
    starts += 1
  }
  const service = await start({ ...recipe(code), ready: isReady })
  service.send({ copies: [] })
  await eventually('another start', () => starts === 2)
})

test('a service that ignores SIGTERM is killed', async () => {
  const service = await start(recipe(`process.on('SIGTERM', () => {});${READY}`))
  const pid = service.pid ?? 0
  await service.stop(200)
  expect(identify(pid)).toBeUndefined()
})
