/** `npm run bench -- sockets`: memory and CPU of one gateway for each idle resident's socket, beside a bare ws server in the same run. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { freePort } from '#scripts/servers/ports.ts'
import { NODE_FLAGS } from '#scripts/start/product.ts'
import { nextAddress, Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { ownMilliseconds } from './cpu.ts'
import { inspectFlag, type Memory, memoryAfterCollection } from './heap.ts'
import { saveReport } from './report.ts'

const RESIDENTS = 2_000
/** How many are opened or registered concurrently: as many passwords as auth verifies without refusing any. */
const AT_ONCE = 16
const SETTLE_MS = 35_000
/** Long enough for two heartbeats and two checks of each session. */
const MEASURED_MS = 60_000

type Subject = {
  readonly name: string
  readonly pid: number | undefined
  memory(): Promise<Memory>
  /** Opens one socket for each resident. @returns how to close them */
  open(residents: readonly Resident[]): Promise<() => void>
}
type Cost = {
  readonly heapKbPerSocket: number
  readonly rssKbPerSocket: number
  readonly cpuMsPerSocketMinute: number
  readonly idleCpuMsPerMinute: number
}

export async function benchSockets(): Promise<void> {
  const [gatewayPort, barePort] = [await freePort(), await freePort()]
  const flagged = [...NODE_FLAGS, inspectFlag(gatewayPort)].join(' ')
  const world = await startStack({ envOf: { gateway: { NODE_OPTIONS: flagged } } })
  const bare = fork(join(import.meta.dirname, 'sockets-bare.ts'), { execArgv: [...NODE_FLAGS, inspectFlag(barePort)] })
  try {
    const [port] = (await once(bare, 'message')) as [number]
    const residents = await registerAll(world)
    const subjects = [bareSubject(bare, `ws://127.0.0.1:${port}`, barePort), gatewaySubject(world, gatewayPort)]
    const costs: Record<string, Cost> = {}
    for (const subject of subjects) {
      costs[subject.name] = await measure(subject, residents)
      console.log(subject.name, costs[subject.name])
    }
    saveReport('sockets', { residents: RESIDENTS, ...costs })
    await Promise.all(residents.map((resident) => resident.leave()))
  } finally {
    bare.disconnect()
    await world.stop()
  }
}

async function measure(subject: Subject, residents: readonly Resident[]): Promise<Cost> {
  const idle = await cpuOfMinute(subject)
  const before = await subject.memory()
  const close = await subject.open(residents)
  await pause(SETTLE_MS)
  const after = await subject.memory()
  const busy = await cpuOfMinute(subject)
  close()
  const perSocket = (megabytes: number) => (megabytes * 1024) / residents.length
  return {
    heapKbPerSocket: perSocket(after.heapMb - before.heapMb),
    rssKbPerSocket: perSocket(after.rssMb - before.rssMb),
    cpuMsPerSocketMinute: (busy - idle) / residents.length,
    idleCpuMsPerMinute: idle,
  }
}

/** @returns milliseconds of CPU that the process uses in a minute */
async function cpuOfMinute({ pid = 0 }: Subject): Promise<number> {
  const [used, began] = [ownMilliseconds(pid), performance.now()]
  await pause(MEASURED_MS)
  return ((ownMilliseconds(pid) - used) * 60_000) / (performance.now() - began)
}

/** Runs `one` for every item, some concurrently, and prints the progress. */
async function forAll<T, R>(items: readonly T[], what: string, one: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(one))))
    if (results.length % (AT_ONCE * 25) === 0) console.log(`${results.length} of ${items.length} ${what}`)
  }
  return results
}

/** Each resident has an address of its own; its HTTP connection is closed again, so that only sockets count. */
function registerAll(world: Stack): Promise<Resident[]> {
  return forAll(Array.from({ length: RESIDENTS }), 'residents registered', async () => {
    const resident = await Resident.register(world.facts.url)
    await resident.client.close()
    return resident
  })
}

function gatewaySubject(world: Stack, port: number): Subject {
  const { pid } = world.service('gateway')
  return {
    name: 'gateway',
    pid,
    memory: () => memoryAfterCollection(port, pid),
    open: async (residents) => {
      const sockets = await forAll(residents, 'sockets registered', (resident) => resident.socket())
      return () => {
        for (const socket of sockets) socket.cut()
      }
    },
  }
}

function bareSubject({ pid }: ChildProcess, url: string, port: number): Subject {
  return {
    name: 'bare',
    pid,
    memory: () => memoryAfterCollection(port, pid),
    open: async (residents) => {
      const sockets = await forAll(residents, 'bare sockets open', async () => {
        const socket = new WebSocket(url, { localAddress: nextAddress(), perMessageDeflate: false })
        await once(socket, 'open')
        return socket
      })
      return () => {
        for (const socket of sockets) socket.terminate()
      }
    },
  }
}
