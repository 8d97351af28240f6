/** Network policies allow the connections in the table of edges, and no others. */
import { edges } from './edges.ts'
import { componentOf, type Manifest } from './manifests.ts'
import type { Rendered } from './rendered.ts'
import { takesPayments } from './values.ts'

const PORTS: Readonly<Record<string, number>> = { nats: 4222, redis: 6379, postgres: 5432 }
const SERVERS = Object.keys(PORTS)
/** They accept no connections. */
const TOOLS = ['migrate', 'operator']
const OUTSIDE = ['smtp', 's3', 'stripe', 'push', 'breach']
const HEALTH = 8080
const portOf = (target: string) => PORTS[target] ?? HEALTH

type Peer = NonNullable<NonNullable<Manifest['spec']['ingress']>[number]['from']>[number]

/** Networks of homes and companies. */
const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']
/** Addresses outside the internet: networks of machines, of clusters and of one machine. */
const INTERNET = [
  '0.0.0.0/0 but 0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16, 224.0.0.0/3',
  '2000::/3 but 2001::/32, 2002::/16',
]

/** `auth`, `sfu in home-media`, `namespace kubernetes.io/metadata.name=monitoring`, `10.0.0.0/24`. */
function describe({ podSelector, namespaceSelector, ipBlock }: Peer): string {
  const namespace = labels(namespaceSelector?.matchLabels ?? {})
  if (ipBlock) return [ipBlock.cidr, ...(ipBlock.except?.length ? ['but', ipBlock.except.join(', ')] : [])].join(' ')
  if (!podSelector) return `namespace ${namespace.join(',')}`
  const name = namespaceSelector?.matchLabels['kubernetes.io/metadata.name']
  return `${componentOf(podSelector.matchLabels)}${name ? ` in ${name}` : ''}`
}

type Rules = Manifest['spec']['ingress']
const flatten = (rules: Rules, peers: 'from' | 'to') =>
  (rules ?? []).flatMap((rule) =>
    (rule.ports ?? [{ port: 0 }]).flatMap(({ port }) =>
      (rule[peers]?.map(describe) ?? ['anywhere']).map((peer) => `${port || 'all'} ${peer}`),
    ),
  )

const isBundled = ({ values }: Rendered, target: string) =>
  !SERVERS.includes(target) || values.global[target as 'nats' | 'redis' | 'postgres'].bundled

const labels = (selector: Readonly<Record<string, string>>) =>
  Object.entries(selector)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()

/** The namespace that requests come from, as `describe` writes it; none where no one is named. */
function ingressNamespace({ global, ingress }: Rendered['values']): readonly string[] {
  const named = global.networkPolicy.ingressNamespace || (ingress.controller === 'nginx' ? 'ingress-nginx' : '')
  if (!named) return []
  return [`namespace ${labels(typeof named === 'string' ? { 'kubernetes.io/metadata.name': named } : named).join(',')}`]
}

function expectedSources(target: string, rendered: Rendered): string[] {
  const { values, mediaNamespace } = rendered
  const { networkPolicy } = values.global
  const isHost = values.sfu.exposure === 'hostNetwork'
  const peersOf = (source: string) => (source !== 'sfu' ? [source] : isHost ? values.sfu.nodeCidrs : [`sfu in ${mediaNamespace}`])
  const sources = [
    ...Object.keys(edges).filter((source) => edges[source]?.includes(target)),
    ...(target === 'nats' ? ['installation-test'] : []),
  ]
  const metrics = labels(networkPolicy.metricsNamespace)
  const ownPorts = (index: number) => [values.sfu.nodePort.first + index, values.sfu.nodePort.first + index]
  return [
    ...sources.flatMap(peersOf).map((peer) => `${portOf(target)} ${peer}`),
    ...(metrics.length > 0 && !SERVERS.includes(target) && !TOOLS.includes(target) ? [`${HEALTH} namespace ${metrics.join(',')}`] : []),
    ...(target === 'gateway'
      ? [...ingressNamespace(values), 'installation-test', ...networkPolicy.gatewayFrom].map((peer) => `5000 ${peer}`)
      : []),
    ...(target === 'sfu' && !isHost
      ? Array.from({ length: values.sfu.replicas }, (_, index) => ownPorts(index))
          .flat()
          .map((port) => `${port} anywhere`)
      : []),
  ]
}

/** Push services in the internet, or only the proxy. */
function pushTargets({ hosts, proxy }: Rendered['values']['global']['push']): string[] {
  if (proxy) return [`${new URL(proxy).port || 80} anywhere`]
  const ports = new Set(['443', ...hosts.map((host) => new URL(`https://${host}`).port || '443')])
  return [...ports].flatMap((port) => INTERNET.map((network) => `${port} ${network}`))
}

/** Receivers of webhooks that the operator names, in private networks alone. */
function webhookTargets({ privateHosts }: Rendered['values']['global']['webhooks']): string[] {
  const ports = new Set(privateHosts.map((host) => host.slice(host.lastIndexOf(':') + 1)))
  return [...ports].flatMap((port) => PRIVATE.map((network) => `${port} ${network}`))
}

function expectedTargets(source: string, rendered: Rendered): string[] {
  const { values, releaseNamespace } = rendered
  if (SERVERS.includes(source)) return []
  const targets = edges[source] ?? []
  const s3Port = URL.parse(values.global.files.s3.endpoint)?.port || '443'
  const breachPort = URL.parse(values.global.passwordBreachUrl)?.port || '443'
  return [
    '53 anywhere',
    '53 anywhere',
    ...targets
      .filter((target) => !OUTSIDE.includes(target) && isBundled(rendered, target))
      .map((target) => `${portOf(target)} ${target}${source === 'sfu' ? ` in ${releaseNamespace}` : ''}`),
    ...(targets.includes('smtp') ? [25, 465, 587, 2525].map((port) => `${port} anywhere`) : []),
    ...(targets.includes('s3') && values.global.files.store === 's3' ? [`${s3Port} anywhere`] : []),
    ...(targets.includes('stripe') && takesPayments(values) ? ['443 anywhere'] : []),
    ...(targets.includes('breach') && values.global.passwordBreachUrl ? [`${breachPort} anywhere`] : []),
    ...(targets.includes('push') ? [...pushTargets(values.global.push), ...webhookTargets(values.global.webhooks)] : []),
    ...values.global.networkPolicy.external.map((cidr) => `all ${cidr}`),
    ...(source === 'sfu' && values.sfu.exposure === 'nodePort' ? ['all anywhere'] : []),
  ]
}

/** @returns a sentence for each policy that differs from the table */
export function networkPolicies(rendered: Rendered): string[] {
  const policies = rendered.manifests.filter(({ kind }) => kind === 'NetworkPolicy')
  if (!rendered.values.global.networkPolicy.enabled)
    return policies.map(({ metadata }) => `${metadata.name} exists without networkPolicy.enabled`)
  const components = [...Object.keys(edges), ...SERVERS].filter((component) => isBundled(rendered, component))
  const compare = (component: string, direction: string, actual: readonly string[], expected: readonly string[]) => {
    const [is, should] = [actual, expected].map((list) => list.toSorted().join('; '))
    return is === should ? [] : [`the policy of ${component} allows ${direction} ${is || 'nothing'} in place of ${should || 'nothing'}`]
  }
  return components.flatMap((component) => {
    const policy = policies.find(({ spec }) => componentOf(spec.podSelector?.matchLabels) === component)
    if (!policy) return [`${component} has no policy`]
    return [
      ...compare(component, 'from', flatten(policy.spec.ingress, 'from'), expectedSources(component, rendered)),
      ...compare(component, 'to', flatten(policy.spec.egress, 'to'), expectedTargets(component, rendered)),
    ]
  })
}
