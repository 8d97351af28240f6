/** The table of the chart's values in charts/README.md, written from its values files: a comment is the meaning of the value below it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, type Node, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import { SERVICES } from '#proto/operation.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import type { Page, Problem } from './config.ts'
import { between, table } from './markdown.ts'

const CHART = join('charts', 'digital-doorbell')
const README = join('charts', 'README.md')
const MEDIA = 'sfu'
/** Their values files have the same keys and comments; only some defaults differ. */
const ALIKE: readonly string[] = ['gateway', ...SERVICES.filter((name) => name !== MEDIA)]
const COMPONENTS: readonly string[] = [...ALIKE, MEDIA]

type Value = { readonly path: string; readonly fallback: string; readonly meaning: string }

/** Reads a values file. A map in one line is one value. A comment above the first key of a map belongs to the map. */
function valuesIn(map: YAMLMap<Scalar<string>, Node | null>, path = '', above = ''): Value[] {
  return map.items.flatMap(({ key, value }, index) => {
    const comment = key.commentBefore ?? (index === 0 ? above : '')
    const here = path ? `${path}.${key.value}` : key.value
    if (isMap<Scalar<string>, Node | null>(value) && !value.flow) return valuesIn(value, here, value.commentBefore ?? '')
    return [{ path: here, fallback: JSON.stringify(value?.toJSON() ?? null), meaning: comment.trim().replace(/\s*\n\s*/g, ' ') }]
  })
}

function valuesOf(...path: readonly string[]): Value[] {
  const { contents } = parseDocument(readFileSync(join(ROOT, CHART, ...path, 'values.yaml'), 'utf8'))
  return isMap<Scalar<string>, Node | null>(contents) ? valuesIn(contents) : []
}

const rowOf = ({ path, fallback, meaning }: Value) => [`\`${path}\``, fallback, meaning]

/** One row for values with the same default in every service, and one for each service where it differs. */
function rowsAlike(): string[][] {
  const services = ALIKE.map((name) => ({ name, values: valuesOf('charts', name) }))
  return (services[0]?.values ?? []).flatMap((value) => {
    const own = services.map(({ name, values }) => ({ name, fallback: values.find(({ path }) => path === value.path)?.fallback ?? '' }))
    const isSame = own.every(({ fallback }) => fallback === value.fallback)
    const fallback = isSame ? `\`${value.fallback}\`` : own.map(({ name, fallback }) => `${name} \`${fallback}\``).join(', ')
    return [rowOf({ ...value, path: `<service>.${value.path}`, fallback })]
  })
}

/** @returns the chart's README with its table, and a problem for each value without a comment */
export function valuesPage(): readonly (Page | Problem)[] {
  const own = valuesOf().filter(({ path }) => !COMPONENTS.includes(path))
  const media = valuesOf('charts', MEDIA).map((value) => ({ ...value, path: `${MEDIA}.${value.path}` }))
  const plain = (value: Value) => rowOf({ ...value, fallback: `\`${value.fallback}\`` })
  const rows = [...own.map(plain), ...rowsAlike(), ...media.map(plain)]
  const silent = rows.filter(([, , meaning]) => !meaning).map(([path]) => ({ file: CHART, message: `${path}: write a comment above it` }))
  const current = existsSync(join(ROOT, README)) ? readFileSync(join(ROOT, README), 'utf8') : ''
  const expected = between(current, 'values', table(['value', 'default', 'meaning'], rows))
  return [
    ...silent,
    expected === null ? { file: README, message: 'lacks <!-- values --> and <!-- /values -->' } : { file: README, current, expected },
  ]
}
