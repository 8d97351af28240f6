/** `metrics`: a Prometheus in the cluster scrapes every part once, and answers each query of the dashboards. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor } from '../../testing/people.ts'
import { eventually } from '../../testing/wait.ts'
import { CHART, type Installation } from './installation.ts'
import { type Monitor, scrapeConfigs } from './monitors.ts'
import { Pages } from './pages.ts'
import { Rings } from './rings.ts'
import { recordCall } from './talk.ts'

const SCRAPED_EVERY_MS = 5_000
const SCRAPED_MS = 90_000
/** Of rates: a dashboard's `$__rate_interval` is four scrapes or more. */
const RATE = '2m'
const PARTS = ['gateway', 'auth', 'doorbell', 'billing', 'security', 'notify', 'signaling', 'sfu']

/** A rate needs two scrapes after the first count. */
const ANSWERED_MS = 60_000
/** Parts of queries that have no answer here, with the reason. */
const NOT_CAUSED: ReadonlyMap<string, string> = new Map([
  ['doorbell_push_shown_seconds_bucket', 'a push needs a push service of a browser, and the cluster reaches none'],
  ['doorbell_push_refused_total', 'likewise'],
  ['doorbell_pushes_total', 'likewise'],
  ['doorbell_webhooks_total', 'nobody has a webhook'],
  ['doorbell_rings_under_pressure_total', 'needs more rings than the services take'],
  ['result="failed"', 'needs a request, an event or a job that fails by a fault of a service'],
  ['doorbell_event_dead_letters_total', 'needs an event that fails twenty times'],
])

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr?: string }[] }
type Target = { readonly labels: Readonly<Record<string, string>>; readonly health: string; readonly lastError: string }

export async function scrapeAll(installation: Installation): Promise<void> {
  const { cluster, progress } = installation
  const namespace = `${cluster.namespace}-metrics`
  await makeDefinitions(installation)
  await progress.step('monitors', () =>
    installation.install(
      'serviceMonitor.enabled=true',
      `global.networkPolicy.metricsNamespace.kubernetes\\.io/metadata\\.name=${namespace}`,
    ),
  )
  await progress.step('prometheus', () => startPrometheus(installation, namespace))
  const targets = await progress.step(
    'targets',
    () => expectTargets(installation, namespace),
    (count) => `${count} pods, each scraped once`,
  )
  if (targets === 0) throw new Error('no target')
  await cause(installation)
  await progress.step(
    'dashboards',
    () => eventually('an answer to each query', () => expectPanels(installation, namespace), ANSWERED_MS),
    (words) => words,
  )
  await cluster.kubectl('delete', 'namespace', namespace, '--wait=false')
}

/** Definitions of the operator's kinds, if the cluster has none: the API server then keeps the chart's objects as they are. */
async function makeDefinitions({ cluster }: Installation): Promise<void> {
  const there = await cluster.kubectl('get', 'crd', '-o', 'name')
  const missing = ['ServiceMonitor', 'PodMonitor'].filter((kind) => !there.includes(`/${kind.toLowerCase()}s.monitoring.coreos.com`))
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  for (const kind of missing) {
    const [singular, plural] = [kind.toLowerCase(), `${kind.toLowerCase()}s`]
    await cluster.apply({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.monitoring.coreos.com` },
      spec: {
        group: 'monitoring.coreos.com',
        scope: 'Namespaced',
        names: { kind, listKind: `${kind}List`, plural, singular },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    await cluster.kubectl('wait', '--for=condition=Established', `crd/${plural}.monitoring.coreos.com`, '--timeout=30s')
  }
}

async function startPrometheus({ cluster, options }: Installation, namespace: string): Promise<void> {
  const kinds = 'servicemonitors.monitoring.coreos.com,podmonitors.monitoring.coreos.com'
  const { items } = JSON.parse(await cluster.kubectl('-n', cluster.namespace, 'get', kinds, '-o', 'json')) as {
    readonly items: readonly Monitor[]
  }
  const config = { scrape_configs: items.flatMap((monitor) => scrapeConfigs(monitor, SCRAPED_EVERY_MS)) }
  const metadata = { name: 'prometheus', namespace }
  const read = { apiGroups: [''], resources: ['pods', 'services', 'endpoints'], verbs: ['get', 'list', 'watch'] }
  const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: namespace }
  await cluster.apply(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: namespace }, rules: [read] },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: namespace },
      roleRef: role,
      subjects: [{ kind: 'ServiceAccount', ...metadata }],
    },
    // JSON is YAML.
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'prometheus.yml': JSON.stringify(config) } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: {
        serviceAccountName: 'prometheus',
        containers: [
          {
            name: 'prometheus',
            image: options.prometheus,
            args: ['--config.file=/etc/prometheus/prometheus.yml', '--storage.tsdb.path=/data'],
            readinessProbe: { httpGet: { path: '/-/ready', port: 9090 }, periodSeconds: 2 },
            volumeMounts: [
              { name: 'config', mountPath: '/etc/prometheus' },
              { name: 'data', mountPath: '/data' },
            ],
          },
        ],
        volumes: [
          { name: 'config', configMap: { name: 'prometheus' } },
          { name: 'data', emptyDir: {} },
        ],
      },
    },
  )
  await cluster.kubectl('-n', namespace, 'wait', '--for=condition=Ready', 'pod/prometheus', '--timeout=120s')
}

/** What Prometheus' API answers, through the API server. */
async function ask<T>({ cluster }: Installation, namespace: string, path: string): Promise<T> {
  return JSON.parse(await cluster.kubectl('get', '--raw', `/api/v1/namespaces/${namespace}/pods/prometheus:9090/proxy/api/v1/${path}`))
    .data as T
}

/** @returns how many pods there are @throws Error if one is not scraped exactly once, or its job is another */
async function expectTargets(installation: Installation, namespace: string): Promise<number> {
  return eventually(
    'each part to be scraped once',
    async () => {
      const { activeTargets } = await ask<{ readonly activeTargets: readonly Target[] }>(installation, namespace, 'targets?state=active')
      const lists = PARTS.map(async (part) =>
        (await installation.cluster.pods(part)).map((pod) => `doorbell-${part} ${pod.metadata.name} up`),
      )
      const wanted = (await Promise.all(lists)).flat().sort()
      const found = activeTargets.map(({ labels, health }) => `${labels.job} ${labels.pod} ${health}`).sort()
      if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`scraped: ${found.join(', ')}; wanted: ${wanted.join(', ')}`)
      return wanted.length
    },
    SCRAPED_MS,
  )
}

/** Rings, answers, a chat, a call, a film, a request that is refused. */
async function cause(installation: Installation): Promise<void> {
  const { progress } = installation
  const rings = await Rings.prepare(await installation.openIngress(), installation.host)
  const resident = await installation.premium()
  await progress.step('rings and calls', () =>
    rings.during(async () => {
      for (const what of ['chat', 'videoCall'] as const) {
        const pages = await Pages.open(installation.url, resident)
        await pages[what](async () => undefined)
        await pages.close()
      }
      await recordCall(installation, 'recording')
    }),
  )
  const stranger = new Visitor(await installation.openIngress(), undefined, installation.host)
  const refused = await stranger.http('/api/activities')
  if (refused.status !== 401) throw new Error(`a stranger who asks for a list of visits is answered ${refused.status}`)
  await Promise.all([stranger.leave(), resident.leave()])
  await rings.leave()
}

/**
 * @returns how many queries have an answer, and those that have none, with the reason
 * @throws Error if a query has none without a reason
 */
async function expectPanels(installation: Installation, namespace: string): Promise<string> {
  const folder = join(CHART, 'files/dashboards')
  const panels = readdirSync(folder).flatMap((file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { panels: Panel[] }).panels)
  const queries = panels.flatMap(({ title, targets = [] }) => targets.flatMap(({ expr }) => (expr ? [{ title, expr }] : [])))
  const silent: string[] = []
  const wrong: string[] = []
  for (const { title, expr } of queries) {
    const query = expr.replaceAll('$namespace', '.*').replaceAll('$job', '.*').replaceAll('$__rate_interval', RATE)
    const { result } = await ask<{ readonly result: readonly { readonly value: readonly [number, string] }[] }>(
      installation,
      namespace,
      `query?query=${encodeURIComponent(query)}`,
    )
    if (result.some(({ value: [, text] }) => text !== 'NaN')) continue
    const reason = [...NOT_CAUSED].find(([metric]) => expr.includes(metric))?.[1]
    if (reason) silent.push(`${title}: ${reason}`)
    else wrong.push(`${title}: ${expr}`)
  }
  if (wrong.length > 0) throw new Error(`queries without an answer:\n${wrong.join('\n')}`)
  return `${queries.length - silent.length} of ${queries.length} queries have an answer; without one: ${silent.join('; ')}`
}
