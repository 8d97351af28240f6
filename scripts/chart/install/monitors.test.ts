import { expect, test } from '@jest/globals'
import { scrapeConfigs } from './monitors.ts'

const metadata = { name: 'bell', namespace: 'bell' }

test('a ServiceMonitor keeps the endpoints of its services and its port', () => {
  const selector = { matchLabels: { 'app.kubernetes.io/name': 'x' }, matchExpressions: [{ key: 'c', operator: 'In', values: ['a', 'b'] }] }
  const relabelings = [{ sourceLabels: ['a'], targetLabel: 'job', replacement: 'doorbell-$1' }]
  const [config] = scrapeConfigs(
    { kind: 'ServiceMonitor', metadata, spec: { selector, endpoints: [{ port: 'health', relabelings }] } },
    5_000,
  )
  expect(config).toMatchObject({
    scrape_interval: '5000ms',
    kubernetes_sd_configs: [{ role: 'endpoints', namespaces: { names: ['bell'] } }],
    relabel_configs: expect.arrayContaining([
      { source_labels: ['__meta_kubernetes_service_label_app_kubernetes_io_name'], regex: 'x', action: 'keep' },
      { source_labels: ['__meta_kubernetes_service_label_c'], regex: 'a|b', action: 'keep' },
      { source_labels: ['__meta_kubernetes_endpoint_port_name'], regex: 'health', action: 'keep' },
      { source_labels: ['a'], target_label: 'job', replacement: 'doorbell-$1' },
    ]),
  })
})

test('a PodMonitor without a port keeps pods by their labels alone', () => {
  const spec = { namespaceSelector: { matchNames: ['media'] }, selector: { matchLabels: { a: 'b' } }, podMetricsEndpoints: [{}] }
  const [config] = scrapeConfigs({ kind: 'PodMonitor', metadata, spec }, 5_000)
  expect(config).toMatchObject({ kubernetes_sd_configs: [{ role: 'pod', namespaces: { names: ['media'] } }] })
  expect(JSON.stringify(config)).not.toContain('port_name')
})
