/** Dashboards and alerts ask for metrics and labels that exist, and each alert has a runbook and a test. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { declaredMetrics, knownSeries, partsOf, type Series, seriesIn } from './known-metrics.ts'
import { CHART } from './values.ts'

type Alert = { alert: string; expr: string; labels: { severity: string }; annotations: Readonly<Record<string, string>> }
type Panel = {
  id: number
  type: string
  title: string
  datasource?: { uid: string }
  targets?: readonly { expr: string; legendFormat: string }[]
}
type Dashboard = { title: string; panels: readonly Panel[]; templating: { list: readonly { name: string; query: unknown }[] } }

/** Of Prometheus itself and of what an operator may scrape beside the product, with their labels. */
const FOREIGN: readonly Series[] = [
  { name: 'up', labels: [] },
  { name: 'probe_ssl_earliest_cert_expiry', labels: [] },
  { name: 'certmanager_certificate_expiration_timestamp_seconds', labels: ['name'] },
]
/** Of every target; `le` is the buckets' own. */
const TARGET = ['namespace', 'job', 'instance', 'le']
const RUNBOOKS = 'docs/runbooks'

const { groups } = parse(readFileSync(join(CHART, 'files/alerts.yaml'), 'utf8')) as { groups: { rules: Alert[] }[] }
const alerts = groups.flatMap(({ rules }) => rules)
const folder = join(CHART, 'files/dashboards')
const dashboards = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard)
const index = readFileSync(join(ROOT, RUNBOOKS, 'README.md'), 'utf8')

let series: ReadonlyMap<string, Series>
beforeAll(async () => {
  series = new Map([...(await knownSeries()), ...FOREIGN].map((one) => [one.name, one]))
})

const labelsOf = (name: string) => series.get(name)?.labels ?? []

/** @returns what an expression names that does not exist */
function unknownIn(expression: string): string[] {
  const { names, labels } = partsOf(expression)
  const allowed = [...TARGET, ...names.flatMap(labelsOf)]
  return [...names.filter((name) => !series.has(name)), ...labels.filter((label) => !allowed.includes(label)).map((label) => `{${label}}`)]
}

test('metrics are read from the sources with their labels', () => {
  const source = `
    countEvents({ name: 'doorbell_a_total', help: '', event: 'x', labels: ['deviceKnown'] })
    export const b = waitHistogram({ name: 'doorbell_b_seconds', help: '' })
    countOperations({ name: 'doorbell_c_total', help: '', labels: { op: ({ request }) => request.op } })
    new Gauge({ name: 'doorbell_d', help: '', labelNames: ['version', 'revision'] as const })`
  expect(seriesIn(source)).toEqual([
    { name: 'doorbell_a_total', labels: ['device_known'] },
    ...['bucket', 'sum', 'count'].map((end) => ({ name: `doorbell_b_seconds_${end}`, labels: [] })),
    { name: 'doorbell_c_total', labels: ['op'] },
    { name: 'doorbell_d', labels: ['version', 'revision'] },
  ])
  expect([...series.keys()].filter((name) => /^(doorbell|nodejs|process)_/.test(name)).length).toBeGreaterThan(60)
})

test('no metric has a label that Prometheus sets for its target', () => {
  // Prometheus renames such a label to `exported_…` unless `honor_labels` is set, so dashboards would fit only one of the two.
  const clashes = [...series.values()].filter(({ labels }) =>
    labels.some((label) => ['job', 'instance', 'namespace', 'pod'].includes(label)),
  )
  expect(clashes.map(({ name }) => name)).toEqual([])
})

/** https://prometheus.io/docs/practices/naming/: base units; what a collector adds up ends in `_total`. */
const ENDS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(['countEvents', 'countOperations', 'counter', 'total', 'readTotal', 'Counter'].map((by) => [by, /_total$/])),
  ...Object.fromEntries(['waitHistogram', 'Histogram'].map((by) => [by, /_(seconds|bytes)$/])),
  ...Object.fromEntries(['gauge', 'gauges', 'Gauge'].map((by) => [by, /(?<!_total|_count|_sum|_bucket|_ms|_millis)$/])),
}

test('every metric of the product is named as Prometheus names metrics, once', () => {
  const declared = declaredMetrics()
  expect(declared.length).toBeGreaterThan(45)
  expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length)
  for (const { name, by } of declared)
    expect([name, by, ENDS[by]?.test(name)]).toEqual([expect.stringMatching(/^doorbell(_[a-z]+)+$/), by, true])
  for (const { name, labels } of series.values())
    if (name.startsWith('doorbell_'))
      for (const label of labels) expect([name, label]).toEqual([name, expect.stringMatching(/^[a-z]+(_[a-z]+)*$/)])
})

test('an expression’s series and labels are found, and not its functions, operators and durations', () => {
  const expression = 'sum by (a, le) (rate(doorbell_x_bucket{b=~"up|c", d!=""}[5m] offset 1h)) > 1 unless on (e) doorbell_y <= 2'
  expect(partsOf(expression)).toEqual({ names: ['doorbell_x_bucket', 'doorbell_y'], labels: ['b', 'd', 'a', 'le', 'e'] })
})

test.each(alerts)('$alert asks for what exists', ({ expr }) => {
  expect(partsOf(expr).names).not.toEqual([])
  expect(unknownIn(expr)).toEqual([])
})

const panels = dashboards.flatMap(({ title, panels: own }) => own.filter(({ type }) => type !== 'row').map((panel) => ({ title, panel })))

test.each(panels)('$title, $panel.title: asks for what exists, and names what it shows', ({ panel }) => {
  expect(panel.datasource?.uid).toMatch(/^\$\{datasource\}$/)
  expect(panel.targets?.length).toBeGreaterThan(0)
  for (const { expr, legendFormat } of panel.targets ?? []) {
    expect(partsOf(expr).names).not.toEqual([])
    expect(unknownIn(expr)).toEqual([])
    const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
    expect(partsOf(expr).labels).toEqual(expect.arrayContaining(named))
  }
})

test('each dashboard has panels of its own, and chooses data source and namespace', () => {
  expect(dashboards.map(({ title }) => title).toSorted()).toEqual(['Resources', 'Rings and calls'])
  for (const { panels: own, templating } of dashboards) {
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
    expect(templating.list.map(({ name }) => name)).toEqual(expect.arrayContaining(['datasource', 'namespace']))
  }
})

const kebabCase = (name: string) => name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

test.each(alerts)('$alert has a severity, sentences, a runbook and a test in which it fires', ({ alert, labels, annotations }) => {
  const runbook = `${kebabCase(alert)}.md`
  expect(labels.severity).toMatch(/^(critical|warning)$/)
  expect(annotations).toMatchObject({ summary: /./, description: /./, runbook_url: `${RUNBOOKS}/${runbook}` })
  expect(existsSync(join(ROOT, RUNBOOKS, runbook))).toBe(true)
  expect(index).toContain(`(${runbook})`)
  expect(readFileSync(join(import.meta.dirname, 'alerts.test.yaml'), 'utf8')).toContain(`alertname="${alert}"`)
})

test('the list of runbooks has each of them', () => {
  const files = readdirSync(join(ROOT, RUNBOOKS)).filter((file) => file !== 'README.md')
  expect(files.filter((file) => !index.includes(`(${file})`))).toEqual([])
})
