/** The report as one page: no script, nothing fetched, readable in light and dark. */
import escapeHtml from 'escape-html'
import { quantile } from '../lab/bench/stats.ts'
import { type Chart, foldLines, type Line, renderChart } from './chart.ts'
import { measuredText, passed, type Report, type Verdict } from './report.ts'
import type { Counts, Step } from './series.ts'

/** Percentiles over time are drawn for so many steps, those with a bound first; the table has all. */
const MOST_LATENCIES = 8

export function renderReport(report: Report): string {
  const title = `${report.scenario} ${report.profile}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Load: ${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<header><h1>${escapeHtml(title)} <b class="${passed(report) ? 'met' : 'missed'}">${verdictText(report)}</b></h1>
<p>${headLine(report)}</p></header>
<section><h2>Thresholds</h2>${verdictTable(report.verdicts)}</section>
<section><h2>Steps</h2>${stepTable(report)}${noteLine(report)}</section>
<section><h2>Load</h2><div class="grid">${loadCharts(report).map(renderChart).join('')}</div></section>
<section><h2>Latency over time</h2><div class="grid">${latencyCharts(report).map(renderChart).join('')}</div></section>
<section><h2>Errors</h2>${errorSection(report)}</section>
<section><h2>CPU and memory</h2>${usageSection(report)}</section>
</body></html>
`
}

function verdictText({ verdicts }: Report): string {
  const missed = verdicts.filter(({ ok }) => !ok).length
  return missed === 0 ? 'all thresholds met' : `${missed} of ${verdicts.length} thresholds missed`
}

function headLine({ url, at, seconds, commit, machine, senders, preparation }: Report): string {
  const accounts = preparation
    ? `accounts: ${preparation.registered} registered, ${preparation.signedIn} signed in, ${preparation.reused} used again ` +
      `in ${preparation.seconds.toFixed(1)} s, before the load`
    : ''
  const parts = [
    url,
    `${at.slice(0, 19).replace('T', ' ')} UTC`,
    `${seconds} s`,
    `commit ${commit}`,
    machine,
    `addresses: ${senders}`,
    accounts,
  ]
  return parts.filter(Boolean).map(escapeHtml).join(' · ')
}

function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(
    (verdict) =>
      `<tr><td>${escapeHtml(verdict.label)}</td><td class="n">${measuredText(verdict)}</td>` +
      `<td class="n">${escapeHtml(boundText(verdict))}</td>` +
      `<td><b class="${verdict.ok ? 'met' : 'missed'}">${verdict.ok ? 'met' : 'missed'}</b></td></tr>`,
  )
  return table(['', 'measured', 'bound', ''], rows)
}

/** `p(95)<400` is "< 400 ms", `rate>0.999` is "> 99.9 %". */
function boundText({ expression, unit }: Verdict): string {
  const [, sign = '', bound = ''] = /([<>])([\d.]+)$/.exec(expression) ?? []
  return unit === 'share' ? `${sign} ${Number((Number(bound) * 100).toFixed(3))} %` : `${sign} ${bound} ms`
}

function stepTable({ steps, seconds }: Report): string {
  const cells = ({ count, p50, p95, p99, max }: Step) =>
    [String(count), (count / seconds).toFixed(1), ...[p50, p95, p99, max].map((value) => value.toFixed(value < 10 ? 1 : 0))]
      .map((text) => `<td class="n">${text}</td>`)
      .join('')
  const rows = steps.map((step) => `<tr><td>${escapeHtml(step.name)}</td>${cells(step)}</tr>`)
  return table(['', 'count', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'most ms'], rows)
}

function noteLine({ dropped }: Report): string {
  return dropped > 0 ? `<p class="missed">k6 had no user left for ${dropped} visits: the load was lower than planned.</p>` : ''
}

function loadCharts({ steps, sockets, users, bucketSeconds }: Report): Chart[] {
  const perSecond = (names: readonly string[]) =>
    steps.filter(({ name }) => names.includes(name)).map(({ name, perSecond: values }) => ({ name, values }))
  const sent = steps.filter(({ name }) => !name.includes('→')).map(({ name, perSecond: values }) => ({ name, values }))
  const charts = [
    { title: 'Rings', unit: 'per second', lines: perSecond(['ring']) },
    { title: 'Requests', unit: 'per second', lines: foldLines(sent), stacked: true },
    {
      title: 'Open sockets',
      unit: 'sockets',
      lines: sockets.some((value) => value > 0) ? [{ name: 'open sockets', values: sockets }] : [],
    },
    { title: 'Virtual users of k6', unit: 'users', lines: users.some((value) => value > 0) ? [{ name: 'users', values: users }] : [] },
  ]
  return charts.filter(({ lines }) => lines.length > 0).map((chart) => ({ ...chart, bucketSeconds }))
}

function latencyCharts({ steps, bucketSeconds, verdicts }: Report): Chart[] {
  const boundOf = (name: string) => Number(/[\d.]+$/.exec(verdicts.find(({ step }) => step === name)?.expression ?? '')?.[0] ?? Number.NaN)
  const boundFirst = steps.toSorted((a, b) => Number(Number.isNaN(boundOf(a.name))) - Number(Number.isNaN(boundOf(b.name))))
  return boundFirst.slice(0, MOST_LATENCIES).map(({ name, over }) => ({
    title: name,
    unit: Number.isNaN(boundOf(name)) ? 'ms' : `ms, p95 must stay below ${boundOf(name)}`,
    bound: boundOf(name),
    // A p99 of the few seconds of a point would be their largest value.
    lines: (['p95', 'p50'] as const).map((quantileName) => ({ name: quantileName, values: over[quantileName] })),
    bucketSeconds,
  }))
}

function errorSection({ errors, refusals, bucketSeconds }: Report): string {
  const all: Counts = { ...errors, ...Object.fromEntries(Object.entries(refusals).map(([code, counts]) => [`refused: ${code}`, counts])) }
  const names = Object.keys(all)
  if (names.length === 0) return '<p>None.</p>'
  const sum = (name: string) => (all[name] ?? []).reduce((total, value) => total + value, 0)
  const rows = names.sort((a, b) => sum(b) - sum(a)).map((name) => `<tr><td>${escapeHtml(name)}</td><td class="n">${sum(name)}</td></tr>`)
  const lines = foldLines(names.map((name) => ({ name, values: all[name] ?? [] })))
  const chart = renderChart({ title: 'Errors', unit: `in ${bucketSeconds} s`, lines, stacked: true, bucketSeconds })
  return `<div class="grid">${table(['step: code', 'count'], rows)}${chart}</div>`
}

function usageSection({ usage, bucketSeconds }: Report): string {
  const names = Object.keys(usage)
  if (names.length === 0) return '<p>Not measured: the product runs elsewhere.</p>'
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const sorted = names.sort((a, b) => mean(usage[b]?.cpu ?? []) - mean(usage[a]?.cpu ?? []))
  const rows = sorted.map((name) => {
    const { cpu = [], megabytes = [] } = usage[name] ?? {}
    const cells = [
      `${mean(cpu).toFixed(1)}`,
      `${quantile(cpu, 1).toFixed(0)}`,
      `${(megabytes[0] ?? 0).toFixed(0)}`,
      `${quantile(megabytes, 1).toFixed(0)}`,
    ]
    return `<tr><td>${escapeHtml(name)}</td>${cells.map((text) => `<td class="n">${text}</td>`).join('')}</tr>`
  })
  const lines = (of: 'cpu' | 'megabytes'): Line[] => names.map((name) => ({ name, values: usage[name]?.[of] ?? [] }))
  const cpu = renderChart({ title: 'CPU', unit: '% of one core', lines: foldLines(lines('cpu')), stacked: true, bucketSeconds })
  const memory = renderChart({ title: 'Memory', unit: 'MB, PSS', lines: foldLines(lines('megabytes')), stacked: true, bucketSeconds })
  return `<div class="grid">${cpu}${memory}</div>${table(['', 'CPU, mean %', 'most %', 'memory at first, MB', 'most MB'], rows)}`
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text, index) => `<th${index > 0 ? ' class="n"' : ''}>${text}</th>`).join('')
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** Eight colours that are told apart in both themes. */
const COLOURS = ['#2f6fde', '#d9822b', '#2a9d6f', '#c2447a', '#7b61d1', '#8a8d34', '#1f9bb5', '#8c8c94']
const colourRules = (colour: string, at: number) =>
  `.line.c${at} { stroke: ${colour} } .area.c${at}, circle.c${at} { fill: ${colour} } i.c${at} { background: ${colour} }`
const STYLE = `
:root { color-scheme: light dark;
  --text: light-dark(#1b1d22, #e7e8ec);
  --soft: light-dark(#666b75, #9ba0ab);
  --rule: light-dark(#e3e5ea, #34373f);
  --page: light-dark(#fff, #17181c) }
body { font: 14px/1.45 system-ui, sans-serif;
  color: var(--text); background: var(--page); max-width: 1000px; margin: 24px auto; padding: 0 16px }
h1 { font-size: 22px; margin: 0 } h2 { font-size: 16px; margin: 28px 0 8px } p { color: var(--soft); margin: 4px 0 }
h1 b { font-size: 14px; margin-left: 8px } .met { color: light-dark(#197a4b, #5fcf97) } .missed { color: light-dark(#b3261e, #ff8a80) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; align-self: start }
td, th { text-align: left; padding: 4px 8px; border-bottom: 1px solid var(--rule); font-weight: normal }
th { color: var(--soft); font-size: 12px }
.wide { overflow-x: auto }
.n { text-align: right; white-space: nowrap }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 16px 24px }
figure { margin: 0 }
figcaption { font-weight: 600 }
small { color: var(--soft); font-weight: normal }
svg { width: 100%; height: auto; display: block }
svg text { fill: var(--soft); font-size: 10px }
svg line { stroke: var(--rule) }
svg line.bound { stroke: light-dark(#b3261e, #ff8a80); stroke-dasharray: 5 4 }
.line { fill: none; stroke-width: 1.6; stroke-linejoin: round }
.area { fill-opacity: .8 }
.tip { fill: transparent }
ul { display: flex; flex-wrap: wrap; gap: 2px 14px; list-style: none; margin: 4px 0 0; padding: 0; font-size: 12px; color: var(--soft) }
i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 5px }
${COLOURS.map(colourRules).join('\n')}
`
