/** Each pod that serves /metrics is scraped once, at a port that it listens on, under the job that alerts and dashboards name. */
import { componentOf, isSelected, type Manifest, type Scrape, type Workload, workloadsOf } from './manifests.ts'
import type { Rendered } from './rendered.ts'
import { COMPONENTS } from './values.ts'

const NAME = 'app.kubernetes.io/name'

/** @returns a sentence for each Service that a monitor could not select by labels */
export function servicesAreLabelled({ manifests }: Rendered): string[] {
  return manifests
    .filter(({ kind }) => kind === 'Service')
    .filter(({ metadata, spec }) => {
      const component = spec.selector?.['app.kubernetes.io/component']
      return metadata.labels?.[NAME] !== 'digital-doorbell' || componentOf(metadata.labels) !== component
    })
    .map(({ metadata }) => `Service ${metadata.name} lacks the labels of its component`)
}

type Labels = Readonly<Record<string, string>>

/** Labels and expressions of a selector; only `In` is used here. */
function selects({ spec }: Manifest, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = spec.selector ?? {}
  return (
    isSelected(matchLabels, labels) &&
    matchExpressions.every(({ key, operator, values }) => operator === 'In' && values?.includes(labels[key] ?? ''))
  )
}

/** Its own, where it names none. */
const isIn = ({ metadata: monitor, spec }: Manifest, { metadata: other }: Manifest) =>
  (spec.namespaceSelector?.matchNames ?? [monitor.namespace]).some((namespace) => namespace === other.namespace)

const declares = ({ pod }: Workload, port: string | undefined) =>
  pod.containers.some(({ ports = [] }) => ports.some(({ name }) => name === port))

/** The scrapes of a ServiceMonitor reach a pod through a Service of the monitor's that has the port. */
function throughServices(monitor: Manifest, workload: Workload, manifests: readonly Manifest[]): Scrape[] {
  const services = manifests.filter(
    ({ kind, metadata, spec }) =>
      kind === 'Service' &&
      isIn(monitor, workload.manifest) &&
      metadata.namespace === workload.manifest.metadata.namespace &&
      selects(monitor, metadata.labels ?? {}) &&
      isSelected((spec.selector ?? {}) as Labels, workload.labels),
  )
  return services.flatMap(({ spec }) => (monitor.spec.endpoints ?? []).filter(({ port }) => spec.ports?.some(({ name }) => name === port)))
}

function ofPods(monitor: Manifest, workload: Workload): readonly Scrape[] {
  return isIn(monitor, workload.manifest) && selects(monitor, workload.labels) ? (monitor.spec.podMetricsEndpoints ?? []) : []
}

/** @returns how Prometheus' operator makes it scrape the pods of a workload */
function scrapesOf(workload: Workload, manifests: readonly Manifest[]): Scrape[] {
  return manifests.flatMap((manifest) => {
    if (manifest.kind === 'ServiceMonitor') return throughServices(manifest, workload, manifests)
    return manifest.kind === 'PodMonitor' ? ofPods(manifest, workload) : []
  })
}

/** On the node's network a pod declares no port: the target is its METRICS_PORT at the node's address, asked for it by name. */
function missesThePort(scrape: Scrape, workload: Workload): boolean {
  if (scrape.port !== undefined) return !declares(workload, scrape.port)
  const env = workload.pod.containers[0]?.env ?? []
  const port = env.find(({ name }) => name === 'METRICS_PORT')?.value
  const rewritten = scrape.relabelings?.filter(({ targetLabel }) => targetLabel === '__address__') ?? []
  const asks = scrape.relabelings?.some(({ targetLabel }) => targetLabel === '__param_copy') ?? false
  return !asks || rewritten.length === 0 || !rewritten.every(({ replacement }) => replacement?.endsWith(`:${port}`))
}

/** @returns a sentence for each service that is not scraped exactly once, with a port that it has */
export function monitors({ values, manifests }: Rendered): string[] {
  return COMPONENTS.flatMap((name) => {
    const workload = workloadsOf(manifests).find(({ component }) => component === name)
    if (!workload) return [`${name} is not there`]
    const scrapes = scrapesOf(workload, manifests)
    const expected = values.serviceMonitor.enabled ? 1 : 0
    const wrong = scrapes.filter((scrape) => missesThePort(scrape, workload))
    const unnamed = scrapes.filter(
      ({ relabelings = [] }) => !relabelings.some(({ targetLabel, replacement }) => targetLabel === 'job' && replacement === 'doorbell-$1'),
    )
    return [
      ...(scrapes.length === expected ? [] : [`${name} is scraped ${scrapes.length} times in place of ${expected}`]),
      ...wrong.map(({ port }) => `${name} is scraped at ${port ?? 'an address'} where it does not listen`),
      ...unnamed.map(() => `${name} is not scraped as job doorbell-${name}`),
    ]
  })
}
