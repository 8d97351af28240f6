// @all: several copies, which are replaced, killed and stopped
/** `npm start -- --gateway 2 --doorbell 2`: nobody at a door or at home notices that copies are replaced, and little if one is killed. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { SERVICES } from '#proto/operation.ts'
import { afterClose, FRESH, succeeded, throttled, tried } from '../../web/src/core/socket-schedule.ts'
import { identify } from '../bootstrap/identity.mjs'
import { Resident, Visitor } from '../testing/people.ts'
import type { TestSocket } from '../testing/socket.ts'
import { pidsIn, readyLine, type StartedProduct, startProduct, steadyPort, supervisorWith } from '../testing/started-product.ts'
import { eventually } from '../testing/wait.ts'

const SLOW = 300_000
/** Ten rings a second are 30 a minute at each door, of 100 that it takes. */
const RESIDENTS = 20
const EVERY_MS = 100
const COPIES = [...SERVICES, 'doorbell-2', 'gateway', 'gateway-2']
const dataDir = mkdtempSync(join(tmpdir(), 'fleet-'))
let run: StartedProduct
let url: string
let pages: Page[] = []

/** A resident's page: one socket, opened again at the moments that the real page chooses. */
class Page {
  readonly resident: Resident
  readonly closes: number[] = []
  readonly failures: unknown[] = []
  readonly #sockets: TestSocket[] = []
  #isOver = false

  constructor(resident: Resident) {
    this.resident = resident
    void this.#keepOpen()
  }

  get isOpen(): boolean {
    return this.#sockets.at(-1)?.closeCode === undefined
  }

  get registrations(): number {
    return this.#sockets.length
  }

  /** The rings that it has shown. */
  get rings(): ReadonlySet<number> {
    return new Set(this.#sockets.flatMap((socket) => socket.all('doorbell_ring').map(({ activityId }) => activityId)))
  }

  async leave(): Promise<void> {
    this.#isOver = true
    await this.resident.leave()
  }

  async #keepOpen(): Promise<void> {
    for (let schedule = FRESH; !this.#isOver; ) {
      await pause(throttled(schedule, performance.now(), false))
      schedule = tried(schedule, performance.now())
      const code = await this.#openOnce(() => {
        schedule = succeeded(schedule)
      })
      const plan = afterClose(schedule, code, false, Math.random())
      schedule = plan.schedule
      if (plan.wait === 'never') return
      if (!this.#isOver) await pause(plan.wait)
    }
  }

  /** @returns the code with which the socket closed */
  async #openOnce(opened: () => void): Promise<number> {
    try {
      const socket = await this.resident.socket()
      this.#sockets.push(socket)
      opened()
      const code = await socket.closed(SLOW)
      if (!this.#isOver) this.closes.push(code)
      return code
    } catch (error) {
      if (!this.#isOver) this.failures.push(error)
      return 1006
    }
  }
}

/** Rings at every door in turn until `work` ends. @returns the acknowledged rings by resident, and every failed request */
async function ringDuring(work: () => Promise<void>): Promise<{ readonly rung: Map<Page, number[]>; readonly failures: unknown[] }> {
  const rung = new Map<Page, number[]>(pages.map((page) => [page, []]))
  const failures: unknown[] = []
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const all: Promise<void>[] = []
  let isOver = false
  const ringing = (async () => {
    for (let nth = 0; !isOver; nth += 1) {
      const page = pages[nth % pages.length] as Page
      const withPhoto = nth % 7 === 0 ? { photo: `data:image/jpeg;base64,${photo.toString('base64')}` } : {}
      all.push(
        ring(page, withPhoto).then(
          (id) => void rung.get(page)?.push(id),
          (error: unknown) => void failures.push(error),
        ),
      )
      await pause(EVERY_MS)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await ringing
  await Promise.all(all)
  return { rung, failures }
}

/** One visitor, who has a connection of their own and looks at the door first. */
async function ring({ resident }: Page, fields: { readonly photo?: string } = {}): Promise<number> {
  const visitor = new Visitor(url)
  try {
    const shown = await visitor.http(`/visitor/${resident.user.qrCodeId}`)
    if (shown.status !== 200) throw new Error(`the visitor's page: ${shown.status}`)
    return (await visitor.ring(resident, { idempotencyKey: randomUUID(), ...fields })).id
  } finally {
    await visitor.leave()
  }
}

const numberOf = (rung: ReadonlyMap<Page, readonly number[]>) => [...rung.values()].flat().length

/** Waits until each page has shown every ring that was acknowledged at its door. */
async function expectShown(rung: ReadonlyMap<Page, readonly number[]>): Promise<void> {
  await eventually('every acknowledged ring to be shown', () => {
    const missing = [...rung].flatMap(([page, ids]) => ids.filter((id) => !page.rings.has(id)))
    if (missing.length > 0) throw new Error(`not shown: ${missing.join(', ')}`)
    return true
  })
}

beforeAll(async () => {
  const port = await steadyPort()
  url = `http://localhost:${port}`
  const command = supervisorWith('--gateway', '2', '--doorbell', '2')
  run = startProduct({ PORT: String(port), DATA_DIR: dataDir, BILLING: 'off', RING_LIFE_MS: '20000' }, command)
  await readyLine(run)
  const residents = await Promise.all(Array.from({ length: RESIDENTS }, () => Resident.register(url)))
  pages = residents.map((resident) => new Page(resident))
  await eventually('every page', () => pages.every(({ registrations }) => registrations === 1))
}, SLOW)
afterAll(async () => {
  await Promise.all(pages.map((page) => page.leave()))
  run?.process.kill('SIGTERM')
  await run?.ended
  rmSync(dataDir, { recursive: true, force: true })
})
afterEach(async () => {
  await eventually('every page to be open', () => pages.every(({ isOpen }) => isOpen), SLOW / 4)
  for (const { closes, failures } of pages) {
    closes.length = 0
    failures.length = 0
  }
})

test(
  'every copy is replaced while doors ring, and nobody notices',
  async () => {
    const before = pidsIn(dataDir)
    expect(Object.keys(before).sort()).toEqual([...COPIES, 'front', 'nats', 'postgres', 'redis'].sort())
    const { rung, failures } = await ringDuring(async () => {
      run.process.kill('SIGHUP')
      await eventually('every copy to be replaced', () => run.output().includes('every copy is replaced'), SLOW / 2)
      const registered = () => pages.every(({ registrations, isOpen }) => registrations > 1 && isOpen)
      await eventually('every page to be back', registered, SLOW / 4)
    })
    const after = pidsIn(dataDir)
    const kept = Object.keys(before).filter((name) => before[name] === after[name])
    expect([kept.sort(), Object.keys(after).sort()]).toEqual([['front', 'nats', 'postgres', 'redis'], Object.keys(before).sort()])
    for (const name of COPIES) expect(run.output()).toContain(`[${name}] replaced\n`)
    expect(run.output()).not.toMatch(/ended:/)

    expect(failures).toEqual([])
    expect(pages.flatMap((page) => page.failures)).toEqual([])
    expect(new Set(pages.flatMap(({ closes }) => closes))).toEqual(new Set([1012]))
    expect(numberOf(rung)).toBeGreaterThan(20)
    await expectShown(rung)
    for (const [{ resident }, ids] of rung) {
      const listed = (await resident.call('doorbell.activities', { limit: 100 })).map(({ id }) => id)
      expect(ids.filter((id) => listed.filter((other) => other === id).length !== 1)).toEqual([])
    }
  },
  SLOW,
)

test(
  'one gateway of two is killed, and the other takes every request',
  async () => {
    const { gateway = 0 } = pidsIn(dataDir)
    process.kill(gateway, 'SIGKILL')
    await eventually('its end', () => identify(gateway) === undefined)
    const rung = new Map<Page, number[]>(pages.map((page) => [page, []]))
    const isBack = () => ![undefined, gateway].includes(pidsIn(dataDir).gateway) && pages.every(({ isOpen }) => isOpen)
    for (let nth = 0; nth < 40 || !isBack(); nth += 1) {
      const page = pages[nth % pages.length] as Page
      rung.get(page)?.push(await ring(page))
    }
    await expectShown(rung)
    const closes = pages.map((page) => page.closes)
    // About half of the sockets were at the other gateway, and stayed.
    expect(closes.filter((codes) => codes.length === 0).length).toBeGreaterThan(0)
    expect(new Set(closes.flat())).toEqual(new Set([1006]))
    expect(pages.flatMap((page) => page.failures)).toEqual([])
  },
  SLOW,
)

test(
  'a gateway that does not answer gets no further requests',
  async () => {
    const { 'gateway-2': stopped = 0 } = pidsIn(dataDir)
    const noticed = () => readFileSync(join(dataDir, 'logs', 'front.log'), 'utf8').split('"copy":"gateway-2","state":"silent"').length
    const before = noticed()
    process.kill(stopped, 'SIGSTOP')
    try {
      await eventually('the front to notice', () => noticed() > before)
      await Promise.all(pages.map((page) => ring(page)))
    } finally {
      process.kill(stopped, 'SIGCONT')
    }
  },
  SLOW,
)
