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
let metricsPort: number
let env: Readonly<Record<string, string>>
let old: Node
let young: Node
let occupied: Server
/** A node as it announces itself, the process that runs it, and the name by which its metrics are asked for. */
type Node = { readonly id: string; readonly process: ServiceProcess; readonly copy: string }

beforeAll(async () => {
  first = await testPort(3)
  metricsPort = await testPort()
  env = { METRICS_PORT: String(metricsPort), MEDIA_PORT_RANGE: `${first}-${first + 2}`, MEDIA_WORKERS: '1', LOG_LEVEL: 'info' }
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

async function startNode(copy: string): Promise<ServiceProcess> {
  return (await world.another('sfu', { ...env, METRICS_COPY: copy })).process
}

/** @returns the status of a scrape, and whether it has the metrics of a media node */
async function scrape(copy: string): Promise<readonly [number, boolean]> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics?copy=${copy}`)
  return [answer.status, (await answer.text()).includes('\ndoorbell_calls_live{state="prepared"} 0\n')]
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
  const copies = ['sfu-a', 'sfu-b']
  const processes = await Promise.all(copies.map(startNode))
  const ids = await eventually('both nodes to be ready', async () => {
    const ready = await readyNodes()
    return ready.length === 2 ? ready : undefined
  })
  const nodes = await Promise.all(ids.map(async (id) => ({ id, port: await portOf(id) })))
  const nodeOn = (port: number): Node => {
    const id = nodes.find((node) => node.port === port)?.id
    const index = processes.findIndex(({ log }) => log.includes(`"ports":[${port}]`))
    const [found, copy] = [processes[index], copies[index]]
    if (!id || !found || !copy) throw new Error(`no node on ${port}: ${JSON.stringify(nodes)}`)
    return { id, process: found, copy }
  }
  ;[old, young] = [nodeOn(first), nodeOn(first + 1)]
})

test('the metrics of both are read at one port', async () => {
  for (const { copy } of [old, young])
    expect(await eventually(`the metrics of ${copy}`, async () => ((await scrape(copy))[0] === 200 ? scrape(copy) : undefined))).toEqual([
      200,
      true,
    ])
})

test('a node without a free port says so and serves once another has gone', async () => {
  const third = await startNode('sfu-c')
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

test('the metrics of a node that stays are read when the owner of their port has gone', async () => {
  await eventually('the metrics of the young node', async () => (await scrape(young.copy).catch(() => [0]))[0] === 200)
  expect(await scrape(old.copy)).toEqual([404, false])
})

test('a worker that died listens on its former port again, although a lower one is free', async () => {
  const [worker] = childrenOf(young.process.pid ?? 0)
  process.kill(worker ?? 0, 'SIGKILL')
  await eventually('another worker', () => childrenOf(young.process.pid ?? 0).some((pid) => pid !== worker))
  expect(await eventually('the node to serve again', () => portOf(young.id))).toBe(first + 1)
})
