/** The chart's ServiceMonitor and PodMonitor as scrape configurations, as the Prometheus operator makes them. */

type Relabeling = Readonly<Record<string, unknown>>
type Endpoint = {
  readonly port?: string
  readonly path?: string
  readonly relabelings?: readonly Relabeling[]
  readonly metricRelabelings?: readonly Relabeling[]
}
type Selector = {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values: readonly string[] }[]
}
export type Monitor = {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace: string }
  readonly spec: {
    readonly namespaceSelector?: { readonly matchNames?: readonly string[] }
    readonly selector: Selector
    readonly endpoints?: readonly Endpoint[]
    readonly podMetricsEndpoints?: readonly Endpoint[]
  }
}

/** Prometheus' names of labels of Kubernetes. */
const sanitized = (label: string) => label.replace(/[^a-zA-Z0-9_]/g, '_')
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const asConfigured = (rule: Relabeling) => Object.fromEntries(Object.entries(rule).map(([name, value]) => [snakeCase(name), value]))
const keep = (label: string, regex: string) => ({ source_labels: [label], regex, action: 'keep' })
const copy = (label: string, target: string) => ({ source_labels: [label], target_label: target })

/** @throws Error for an operator that the chart does not use */
function selected({ matchLabels = {}, matchExpressions = [] }: Selector, of: 'service' | 'pod') {
  const label = (key: string) => `__meta_kubernetes_${of}_label_${sanitized(key)}`
  return [
    ...Object.entries(matchLabels).map(([key, value]) => keep(label(key), value)),
    ...matchExpressions.map(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`${operator} is not translated`)
      return keep(label(key), values.join('|'))
    }),
  ]
}

/** @param everyMs between two scrapes, in place of the monitor's @returns a scrape configuration for each endpoint */
export function scrapeConfigs(monitor: Monitor, everyMs: number): Readonly<Record<string, unknown>>[] {
  const { kind, metadata, spec } = monitor
  const isOfPods = kind === 'PodMonitor'
  const port = isOfPods ? '__meta_kubernetes_pod_container_port_name' : '__meta_kubernetes_endpoint_port_name'
  return (spec.endpoints ?? spec.podMetricsEndpoints ?? []).map((endpoint, n) => ({
    job_name: `${kind}/${metadata.namespace}/${metadata.name}/${n}`,
    scrape_interval: `${everyMs}ms`,
    scrape_timeout: `${everyMs}ms`,
    metrics_path: endpoint.path ?? '/metrics',
    kubernetes_sd_configs: [
      { role: isOfPods ? 'pod' : 'endpoints', namespaces: { names: spec.namespaceSelector?.matchNames ?? [metadata.namespace] } },
    ],
    relabel_configs: [
      ...selected(spec.selector, isOfPods ? 'pod' : 'service'),
      ...(endpoint.port === undefined ? [] : [keep(port, endpoint.port)]),
      { source_labels: ['__meta_kubernetes_pod_phase'], regex: '(Failed|Succeeded)', action: 'drop' },
      copy('__meta_kubernetes_namespace', 'namespace'),
      copy('__meta_kubernetes_pod_name', 'pod'),
      copy('__meta_kubernetes_pod_container_name', 'container'),
      ...(endpoint.relabelings ?? []).map(asConfigured),
    ],
    metric_relabel_configs: (endpoint.metricRelabelings ?? []).map(asConfigured),
  }))
}
