// @all: settings of the network
/** Nodes that share a port range on one address, as an old and a new pod on one machine's network do. */
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { testPort } from '#scripts/testing/ports.ts'
import { childrenOf, type ServiceProcess } from '#scripts/testing/process.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
let first: number
let env: Readonly<Record<string, string>>
let old: Node
let young: Node
let occupied: Server
/** A node as it announces itself, and the process that runs it. */
type Node = { readonly id: string; readonly process: ServiceProcess }

beforeAll(async () => {
  first = await testPort(3)
  env = { MEDIA_PORT_RANGE: `${first}-${first + 2}`, MEDIA_WORKERS: '1', LOG_LEVEL: 'info' }
  world = await startStack({ services: [] })
  // The third port is taken for TCP alone.
  occupied = createServer()
  await new Promise<void>((resolve) => occupied.listen(first + 2, '127.0.0.1', resolve))
})
afterAll(async () => {
  occupied?.close()
  await world?.stop()
})

/** @returns the nodes whose workers run */
const readyNodes = async (): Promise<string[]> => {
  const ids = await world.redis.smembers('sfu:nodes')
  const texts = await Promise.all(ids.map((id) => world.redis.get(`sfu:node:${id}`)))
  return ids.filter((_, index) => JSON.parse(texts[index] ?? '{"preparing":true}').preparing === false)
}

async function startNode(): Promise<ServiceProcess> {
  return (await world.another('sfu', env)).process
}

/** @returns the only port of the ICE candidates that a client of this node receives */
async function portOf(node: string): Promise<number> {
  await world.rpc('sfu.open_room', { room: '1.1' }, {}, { node })
  const { send } = await world.rpc('sfu.join', { room: '1.1', peer: 'v:1', side: 'visitor', fresh: false }, {}, { node })
  await world.rpc('sfu.close_room', { room: '1.1' }, {}, { node })
  const ports = [...new Set(send.iceCandidates.map(({ port }) => port))]
  expect(send.iceCandidates.map(({ protocol }) => protocol).sort()).toEqual(['tcp', 'udp'])
  expect(ports).toHaveLength(1)
  return Number(ports[0])
}

test('two nodes that start at once take a port each, and both serve', async () => {
  const processes = await Promise.all([startNode(), startNode()])
  const ids = await eventually('both nodes to be ready', async () => {
    const ready = await readyNodes()
    return ready.length === 2 ? ready : undefined
  })
  const nodes = await Promise.all(ids.map(async (id) => ({ id, port: await portOf(id) })))
  const nodeOn = (port: number): Node => {
    const id = nodes.find((node) => node.port === port)?.id
    const found = processes.find(({ log }) => log.includes(`"ports":[${port}]`))
    if (!id || !found) throw new Error(`no node on ${port}: ${JSON.stringify(nodes)}`)
    return { id, process: found }
  }
  ;[old, young] = [nodeOn(first), nodeOn(first + 1)]
})

test('a node without a free port says so and serves once another has gone', async () => {
  const third = await startNode()
  await eventually('the refusal', () =>
    third.log.includes(`no media port is free: each of ${first}-${first + 2} is taken, for UDP or TCP, on 127.0.0.1`),
  )
  expect(await readyNodes()).toHaveLength(2)
  await old.process.end('SIGTERM')
  const id = await eventually('the third node to be ready', async () =>
    (await readyNodes()).find((node) => ![old.id, young.id].includes(node)),
  )
  expect(await portOf(id)).toBe(first)
  await third.end('SIGTERM')
})

test('a worker that died listens on its former port again, although a lower one is free', async () => {
  const [worker] = childrenOf(young.process.pid ?? 0)
  process.kill(worker ?? 0, 'SIGKILL')
  await eventually('another worker', () => childrenOf(young.process.pid ?? 0).some((pid) => pid !== worker))
  expect(await eventually('the node to serve again', () => portOf(young.id))).toBe(first + 1)
})
