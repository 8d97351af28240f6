/** Compares the connections that pods can open with the chart's table of edges. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../bootstrap/launch.mjs'
import type { Cluster } from './cluster.ts'

/** Servers and services that other pods could connect to, by their Service. */
const PORTS: Readonly<Record<string, number>> = {
  nats: 4222,
  redis: 6379,
  postgres: 5432,
  gateway: 80,
  auth: 8080,
  doorbell: 8080,
  billing: 8080,
  security: 8080,
  notify: 8080,
  signaling: 8080,
}
const PEERS = join(ROOT, 'charts/digital-doorbell/charts/service/templates/_edges.tpl')

/** Runs in a pod: which of the targets (host:port) can be connected to within 2 s. */
const PROBE = `const net = require('node:net')
const reach = (target) => new Promise((resolve) => {
  const [host, port] = target.split(':')
  const socket = net.connect({ host, port: Number(port), timeout: 2000 }, () => { socket.destroy(); resolve(true) })
  const no = () => { socket.destroy(); resolve(false) }
  socket.once('error', no).once('timeout', no)
})
Promise.all(process.argv.slice(1).map(reach)).then((answers) => console.log(JSON.stringify(answers)))`

/** @returns for each service, the targets that the chart's table allows */
export function edgesOf(template: string): ReadonlyMap<string, readonly string[]> {
  const table = template.split('{{- end }}')[0] ?? ''
  const lines = [...table.matchAll(/^(\w+): \[([^\]]*)\]$/gm)]
  return new Map(lines.map(([, service = '', targets = '']) => [service, targets.split(', ')]))
}

/**
 * @param services whose pods are tested
 * @returns the differences from the table, as sentences, and the number of pairs tried
 */
export async function compareEdges(
  cluster: Cluster,
  prefix: string,
  services: readonly string[],
): Promise<{ readonly differences: readonly string[]; readonly tried: number }> {
  const edges = edgesOf(readFileSync(PEERS, 'utf8'))
  const differences: string[] = []
  let tried = 0
  for (const service of services) {
    const [pod] = await cluster.pods(service)
    if (!pod) throw new Error(`no pod of ${service}`)
    const targets = Object.entries(PORTS).filter(([target]) => target !== service)
    const hosts = targets.map(([target, port]) => `${prefix}-${target}.${cluster.namespace}.svc:${port}`)
    const reached = JSON.parse(await cluster.exec(pod, 'node', '-e', PROBE, ...hosts)) as readonly boolean[]
    tried += targets.length
    for (const [n, [target]] of targets.entries()) {
      const allowed = edges.get(service)?.includes(target) ?? false
      if (reached[n] !== allowed) differences.push(`${service} ${reached[n] ? 'reaches' : 'does not reach'} ${target}`)
    }
  }
  return { differences, tried }
}
