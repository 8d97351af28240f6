/** The heap of a Node process after garbage collection, read through its inspector. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import WebSocket from 'ws'

export type Memory = { readonly heapMb: number; readonly rssMb: number }

/** The Node flag that enables the inspector. */
export const inspectFlag = (port: number): string => `--inspect=127.0.0.1:${port}`

const MB = 1_048_576

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
    return { heapMb: usedSize / MB, rssMb: residentMb(pid) }
  } finally {
    socket.close()
  }
}

/** From proc(5). */
function residentMb(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
