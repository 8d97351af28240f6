/** `npm run bench -- sockets`: memory and CPU of one gateway for each idle resident's socket, beside a bare ws server in the same run. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { freePort } from '#scripts/servers/ports.ts'
import { NODE_FLAGS } from '#scripts/start/fleet.ts'
import { nextAddress, type Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { ownMilliseconds } from './cpu.ts'
import { inspectFlag, type Memory, memoryAfterCollection, type NodeOptions, nodeOptions } from './heap.ts'
import { forAll, registerAll } from './many-residents.ts'
import { saveReport } from './report.ts'

const RESIDENTS = 2_000
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
  const [options, barePort] = [await nodeOptions(['gateway']), await freePort()]
  const world = await startStack({ envOf: options.envOf })
  const bare = fork(join(import.meta.dirname, 'sockets-bare.ts'), { execArgv: [...NODE_FLAGS, inspectFlag(barePort)] })
  try {
    const [port] = (await once(bare, 'message')) as [number]
    const residents = await registerAll(world, RESIDENTS)
    const subjects = [bareSubject(bare, `ws://127.0.0.1:${port}`, barePort), gatewaySubject(world, options)]
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

function gatewaySubject(world: Stack, options: NodeOptions): Subject {
  return {
    name: 'gateway',
    pid: world.service('gateway').pid,
    memory: () => options.memory(world, 'gateway'),
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
