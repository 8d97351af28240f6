/** The heap of a Node process after garbage collection, read through its inspector. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import WebSocket from 'ws'
import { freePort } from '#scripts/servers/ports.ts'
import { NODE_FLAGS } from '#scripts/start/fleet.ts'
import { ALL_SERVICES, type Stack, type StackOptions } from '#scripts/testing/stack.ts'
import type { AnyService } from '#scripts/testing/world.ts'

export type Memory = { readonly heapMb: number; readonly rssMb: number }

/** The Node flag that enables the inspector. */
export const inspectFlag = (port: number): string => `--inspect=127.0.0.1:${port}`

const MB = 1_048_576

export type NodeOptions = {
  /** The flags of the product's own start for every service. */
  readonly envOf: NonNullable<StackOptions['envOf']>
  /** The memory of one of the inspected services. */
  memory(stack: Stack, name: AnyService): Promise<Memory>
}

/** @param inspected these services also have an open inspector */
export async function nodeOptions(inspected: readonly AnyService[] = []): Promise<NodeOptions> {
  const ports = new Map<AnyService, number>()
  for (const name of inspected) ports.set(name, await freePort())
  const flags = (port: number | undefined) => [...NODE_FLAGS, ...(port === undefined ? [] : [inspectFlag(port)])].join(' ')
  return {
    envOf: Object.fromEntries(ALL_SERVICES.map((name) => [name, { NODE_OPTIONS: flags(ports.get(name)) }])),
    memory: (stack, name) => memoryAfterCollection(ports.get(name) ?? 0, stack.service(name).pid),
  }
}

/** @param port of its inspector */
export async function memoryAfterCollection(port: number, pid: number | undefined): Promise<Memory> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  let id = 0
  const ask = async (method: string): Promise<unknown> => {
    id += 1
    socket.send(JSON.stringify({ id, method }))
    const [data] = (await once(socket, 'message')) as [Buffer]
    return (JSON.parse(String(data)) as { result: unknown }).result
  }
  try {
    // The second collection frees what finalizers of the first released.
    await ask('HeapProfiler.collectGarbage')
    await ask('HeapProfiler.collectGarbage')
    const { usedSize } = (await ask('Runtime.getHeapUsage')) as { usedSize: number }
    return { heapMb: usedSize / MB, rssMb: pid === undefined ? Number.NaN : residentMb(pid) }
  } finally {
    socket.close()
  }
}

/** RSS (proc(5), status). @throws if the process has ended */
export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
