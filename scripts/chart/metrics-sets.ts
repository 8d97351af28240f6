/** Sets of values with what operators see: monitors in both exposures of the sfu, dashboards, alerts, and autoscaling by metrics. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import type { Rendered } from './rendered.ts'
import { configOf, count, ofKind, type ValueSet, variable } from './value-set.ts'

const MONITORS = {
  'serviceMonitor.enabled': true,
  'serviceMonitor.labels': { release: 'prometheus' },
  'global.networkPolicy.metricsNamespace': { 'kubernetes.io/metadata.name': 'monitoring' },
}
const NODE_PORT = { 'sfu.exposure': 'nodePort', 'sfu.nodeCidrs': [] }

/** @returns how the pods of the sfu are scraped */
function scrapeOfSfu(rendered: Rendered) {
  const [scrape, ...others] = ofKind('PodMonitor', rendered).flatMap(({ spec }) => spec.podMetricsEndpoints ?? [])
  ok(scrape && others.length === 0, 'the sfu has one way to be scraped')
  return scrape
}

function hasAlerts(runbook: string) {
  return (rendered: Rendered) => {
    const rules = ofKind('PrometheusRule', rendered)
      .flatMap(({ spec }) => spec.groups ?? [])
      .flatMap((group) => group.rules)
    ok(rules.length > 0, 'there are alerts')
    equal(rules.find(({ alert }) => alert === 'ServiceDown')?.annotations.runbook_url, runbook)
  }
}

export const METRICS_SETS: readonly ValueSet[] = [
  {
    name: 'monitors, the sfu on the nodes’ own network',
    values: { ...MONITORS, 'sfu.replicas': 2, 'sfu.hostNetwork.metricsPort': 9800 },
    check: (rendered) => {
      count('ServiceMonitor', 1)(rendered)
      equal(variable('sfu', 'METRICS_PORT', rendered), '9800')
      const targets = scrapeOfSfu(rendered).relabelings?.flatMap(({ targetLabel, replacement }) =>
        targetLabel === '__address__' ? [replacement] : [],
      )
      deepEqual(targets, ['$1:9800', '[$1]:9800'])
      ok(ofKind('ServiceMonitor', rendered).every(({ metadata }) => metadata.labels?.release === 'prometheus'))
    },
  },
  {
    name: 'monitors, the sfu with node ports',
    values: { ...MONITORS, ...NODE_PORT, 'sfu.replicas': 2 },
    check: (rendered) => equal(scrapeOfSfu(rendered).port, 'health'),
  },
  {
    name: 'monitors, the sfu in the namespace of the release',
    values: { ...MONITORS, ...NODE_PORT, 'sfu.namespace': 'home' },
    check: count('PodMonitor', 1),
  },
  {
    name: 'monitors with an interval and relabelings',
    values: {
      ...MONITORS,
      'serviceMonitor.interval': '1m',
      'serviceMonitor.scrapeTimeout': '20s',
      'serviceMonitor.relabelings': [{ targetLabel: 'team', replacement: 'home' }],
      'serviceMonitor.metricRelabelings': [{ sourceLabels: ['__name__'], regex: 'nodejs_gc_.*', action: 'drop' }],
    },
    check: (rendered) => equal(scrapeOfSfu(rendered).relabelings?.at(-1)?.targetLabel, 'team'),
  },
  {
    name: 'dashboards and alerts',
    values: { 'metrics.dashboards.enabled': true, 'metrics.rules.enabled': true, 'metrics.rules.labels': { release: 'prometheus' } },
    check: (rendered) => {
      const dashboards = ofKind('ConfigMap', rendered).filter(({ metadata }) => metadata.labels?.grafana_dashboard === '1')
      deepEqual(dashboards.map(({ metadata }) => metadata.name).toSorted(), [
        'bell-doorbell-dashboard-resources',
        'bell-doorbell-dashboard-rings-and-calls',
      ])
      equal((JSON.parse(configOf(rendered, 'rings-and-calls')) as { title: string }).title, 'Rings and calls')
      hasAlerts('docs/runbooks/service-down.md')(rendered)
    },
  },
  {
    name: 'dashboards in a folder, and runbooks that are published',
    values: {
      'metrics.dashboards.enabled': true,
      'metrics.dashboards.labels': { dashboards: 'yes' },
      'metrics.dashboards.annotations': { grafana_folder: 'Doorbell' },
      'metrics.rules.enabled': true,
      'metrics.rules.runbookUrl': 'https://docs.example.org/runbooks/',
    },
    check: hasAlerts('https://docs.example.org/runbooks/service-down.md'),
  },
  {
    name: 'autoscaling by sockets',
    values: { 'gateway.autoscaling.enabled': true, 'gateway.autoscaling.podMetric': { name: 'doorbell_sockets_open', average: 1500 } },
    check: (rendered) => equal(ofKind('HorizontalPodAutoscaler', rendered)[0]?.spec.metrics?.length, 2),
  },
  {
    name: 'autoscaling of calls',
    values: {
      ...MONITORS,
      'sfu.autoscaling.enabled': true,
      'sfu.autoscaling.podMetric': { name: 'doorbell_calls_live', average: '40' },
    },
    check: count('HorizontalPodAutoscaler', 1),
  },
]
