/** Line and area charts as inline SVG, coloured by the page's CSS variables. */
import escapeHtml from 'escape-html'

export type Line = { readonly name: string; readonly values: readonly (number | null)[] }
export type Chart = {
  readonly title: string
  readonly unit: string
  readonly lines: readonly Line[]
  readonly bucketSeconds: number
  /** Lines on top of each other, whose sum is what counts. */
  readonly stacked?: boolean
  /** A threshold, drawn where it is near the values; NaN is none. */
  readonly bound?: number
}

const WIDTH = 460
const HEIGHT = 190
const LEFT = 46
const RIGHT = 10
const TOP = 10
const BOTTOM = 24
const TICKS = 4
/** Times are written at multiples of the least of these that leaves few enough. */
const ROUND_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600]
const MOST_TIMES = 9
/** A threshold further above the largest value is not drawn, because the lines would be flat. */
const NEAR = 3
/** Colours of the page's style sheet; further lines are added up (see `foldLines`). */
export const COLOURS = 8

/** @returns a figure with its legend; the values of a point are in its tooltip */
export function renderChart(chart: Chart): string {
  const { title, unit, bucketSeconds } = chart
  const lines = chart.stacked ? stack(chart.lines) : chart.lines.map((line) => ({ ...line, base: [] as number[] }))
  const count = Math.max(1, ...lines.map(({ values }) => values.length))
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const { bound = Number.NaN } = chart
  const isNear = bound <= most * NEAR
  const top = niceTop(isNear ? Math.max(most, bound) : most)
  const x = (index: number) => LEFT + (count < 2 ? 0 : (index / (count - 1)) * (WIDTH - LEFT - RIGHT))
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM)
  const drawn = lines.map((line, at) => (chart.stacked ? area(line, at, x, y) : path(line, at, x, y)))
  const legend = lines.map(({ name }, at) => `<li><i class="c${at % COLOURS}"></i>${escapeHtml(name)}</li>`)
  return `<figure><figcaption>${escapeHtml(title)} <small>${escapeHtml(unit)}</small></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">
${grid(top, y)}${isNear ? limit(y(bound)) : ''}${times(count, bucketSeconds, x)}${drawn.join('')}${tips(chart, count, x)}
</svg>
${legend.length > 1 ? `<ul>${legend.join('')}</ul>` : ''}</figure>`
}

/** @returns the largest lines by their sum, and the rest added up as one */
export function foldLines(lines: readonly Line[], most = COLOURS): Line[] {
  const sum = ({ values }: Line) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
  const sorted = [...lines].sort((a, b) => sum(b) - sum(a))
  if (sorted.length <= most) return sorted
  const rest = sorted.slice(most - 1)
  const values = (rest[0]?.values ?? []).map((_, index) => rest.reduce((total, line) => total + (line.values[index] ?? 0), 0))
  return [...sorted.slice(0, most - 1), { name: `${rest.length} others`, values }]
}

type Based = Line & { readonly base: readonly number[] }
type Scale = (value: number) => number

function stack(lines: readonly Line[]): Based[] {
  let base: number[] = []
  return lines.map(({ name, values }) => {
    const from = values.map((_, index) => base[index] ?? 0)
    base = values.map((value, index) => (from[index] ?? 0) + (value ?? 0))
    return { name, values: base, base: from }
  })
}

/** A point without a measurement interrupts the line; a single one is drawn as a dot. */
function path({ values }: Line, at: number, x: Scale, y: Scale): string {
  const parts: string[] = []
  const dots: string[] = []
  values.forEach((value, index) => {
    if (value === null) return
    const joins = index > 0 && values[index - 1] !== null
    parts.push(`${joins ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    const alone = !joins && (values[index + 1] ?? null) === null
    if (alone) dots.push(`<circle class="c${at % COLOURS}" cx="${x(index).toFixed(1)}" cy="${y(value).toFixed(1)}" r="2"/>`)
  })
  return `<path class="line c${at % COLOURS}" d="${parts.join('')}"/>${dots.join('')}`
}

function area({ values, base }: Based, at: number, x: Scale, y: Scale): string {
  const point = (value: number | null, index: number) => `${x(index).toFixed(1)} ${y(value ?? 0).toFixed(1)}`
  const over = values.map(point)
  const under = base.map(point).reverse()
  return `<path class="area c${at % COLOURS}" d="M${[...over, ...under].join('L')}Z"/>`
}

function grid(top: number, y: Scale): string {
  return Array.from({ length: TICKS + 1 }, (_, index) => {
    const value = (top / TICKS) * index
    const at = y(value).toFixed(1)
    const line = `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/>`
    return `${line}<text x="${LEFT - 6}" y="${at}" dy="3.5" text-anchor="end">${short(value)}</text>`
  }).join('')
}

function limit(at: number): string {
  return `<line class="bound" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}"/>`
}

function times(count: number, bucketSeconds: number, x: Scale): string {
  const seconds = count * bucketSeconds
  const step = ROUND_SECONDS.find((round) => round * MOST_TIMES >= seconds && round % bucketSeconds === 0) ?? seconds
  const every = Math.max(1, Math.round(step / bucketSeconds))
  const label = (index: number) => (seconds > 600 ? `${Math.round((index * bucketSeconds) / 60)} min` : `${index * bucketSeconds} s`)
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => index % every === 0)
    .map((index) => `<text x="${x(index).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="middle">${label(index)}</text>`)
    .join('')
}

/** An invisible column for each bucket, with the values of all lines. */
function tips({ lines, bucketSeconds, unit }: Chart, count: number, x: Scale): string {
  const width = (WIDTH - LEFT - RIGHT) / Math.max(1, count - 1)
  return Array.from({ length: count }, (_, index) => {
    const values = lines.map((line) => `${line.name}: ${short(line.values[index] ?? null)} ${unit}`)
    const text = escapeHtml([`${index * bucketSeconds} s`, ...values].join('\n'))
    const place = `x="${(x(index) - width / 2).toFixed(1)}" y="${TOP}" width="${width.toFixed(1)}" height="${HEIGHT - TOP - BOTTOM}"`
    return `<rect class="tip" ${place}><title>${text}</title></rect>`
  }).join('')
}

/** The least of 1, 2, 4, 6, 8 × 10ⁿ that is not below: their quarters are short numbers. */
function niceTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= value) ?? value
}

function short(value: number | null): string {
  if (value === null) return '–'
  if (value >= 10_000) return `${Math.round(value / 1_000)}k`
  return value >= 10 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(value >= 1 ? 1 : 2)
}
