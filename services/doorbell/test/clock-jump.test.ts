// @all: a wrong clock of one machine
/** The clock of one copy's machine jumps (libfaketime, Linux): rings, which any copy may end, and sessions, which any copy may check. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hasApt, unpackDebian } from '#scripts/servers/debian-packages.ts'
import { cannotTry } from '#scripts/testing/cannot-try.ts'
import type { ServiceProcess } from '#scripts/testing/process.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const MINUTES = 60_000
const RINGS = 6

const folder = mkdtempSync(join(tmpdir(), 'doorbell-clock-'))
const file = join(folder, 'offset')
const library = await findFaketime()
const withLibrary = library ? test : test.skip

async function findFaketime(): Promise<string | undefined> {
  if (process.platform !== 'linux' || !(await hasApt())) {
    cannotTry('a jump of the clock is not tried: it needs Linux and libfaketime')
    return undefined
  }
  const { libraries } = await unpackDebian('libfaketime', () => undefined)
  return join(libraries.split(':')[0] ?? '', 'faketime', 'libfaketimeMT.so.1')
}

/** Sets the clocks of the machines on which the copies run. */
function jump(milliseconds: number): void {
  const seconds = milliseconds / 1_000
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  utimesSync(file, new Date(), new Date())
}

let world: Stack
const copies: ServiceProcess[] = []
beforeAll(async () => {
  // Shorter than the jump, and longer than the test.
  const env = { RING_LIFE_MS: String(5 * MINUTES) }
  world = await startStack({ services: ['auth', 'billing', 'doorbell', 'security', 'gateway'], env })
  if (!library) return
  jump(0)
  const faked = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  for (const name of ['doorbell', 'auth'] as const) copies.push((await world.another(name, faked)).process)
})
afterAll(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** How often a copy has said that its machine's clock is wrong. */
const noticed = (copy: ServiceProcess) => copy.log.split('the clock of this machine differs').length - 1

withLibrary.each([10 * MINUTES, -10 * MINUTES])('a jump of a copy’s clock by %d ms ends no ring and no session', async (by) => {
  const owner = await world.resident()
  const device = await owner.socket()
  const before = await world.visitor().ring(owner)
  const earlier = copies.map(noticed)
  jump(by)
  const rings = await Promise.all(Array.from({ length: RINGS }, () => world.visitor().ring(owner)))
  const ids = [before, ...rings].map(({ id }) => id)
  const shown = () => device.all('doorbell_ring').map(({ activityId }) => activityId)
  await eventually('every ring to be shown', () => ids.every((id) => shown().includes(id)))
  // The job that ends rings runs each second in every copy; the copies compare their clocks every five.
  await eventually('the copies to have noticed it', () => copies.every((copy, index) => noticed(copy) > (earlier[index] ?? 0)))
  for (let asked = 0; asked < 10; asked += 1) expect((await owner.http('/api/user')).status).toBe(200)
  const live = await owner.activities()
  expect(live.filter(({ id }) => ids.includes(id)).map(({ outcome }) => outcome)).toEqual(ids.map(() => null))
  const lives = live.map(({ endsAt }) => Date.parse(endsAt ?? '') - Date.now())
  expect([Math.min(...lives) > 0, Math.max(...lives) <= 5 * MINUTES]).toEqual([true, true])
  jump(0)
})
