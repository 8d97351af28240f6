/** The chart's values as templates see them: defaults of the chart and its services, and what a set changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { SERVICES } from '#proto/operation.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

export const CHART = join(ROOT, 'charts/digital-doorbell')
export const COMPONENTS = ['gateway', ...SERVICES] as const

export type Tree = { readonly [key: string]: unknown }
type Labels = Readonly<Record<string, string>>
type Scaled = {
  readonly replicas: number
  readonly terminationGracePeriodSeconds: number
  readonly autoscaling: { readonly enabled: boolean; readonly min: number; readonly max: number }
}

/** The values that the rules read. */
export type Values = {
  readonly global: {
    readonly publicUrl: string
    readonly secrets: { readonly existing: string }
    readonly image: { readonly pullSecrets: readonly string[] }
    readonly nats: { readonly bundled: boolean }
    readonly redis: { readonly bundled: boolean }
    readonly postgres: { readonly bundled: boolean }
    readonly files: { readonly store: string; readonly local: { readonly accessMode: string }; readonly s3: { readonly endpoint: string } }
    readonly networkPolicy: {
      readonly enabled: boolean
      readonly ingressNamespace: Labels
      readonly metricsNamespace: Labels
      readonly gatewayFrom: readonly string[]
      readonly external: readonly string[]
    }
  }
  readonly sfu: Scaled & {
    readonly namespace: string
    readonly exposure: 'hostNetwork' | 'nodePort'
    readonly nodeCidrs: readonly string[]
    readonly nodePort: { readonly first: number }
  }
} & { readonly [service in Exclude<(typeof COMPONENTS)[number], 'sfu'>]: Scaled }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** As helm merges values: maps key by key, everything else whole; null removes a key. */
export function merge(below: Tree, above: Tree): Tree {
  const merged = Object.entries(above).map(([key, value]) => {
    const under = below[key]
    return [key, isTree(value) && isTree(under) ? merge(under, value) : value] as const
  })
  return Object.fromEntries(Object.entries({ ...below, ...Object.fromEntries(merged) }).filter(([, value]) => value !== null))
}

/** @returns `{'a.b': 1}` as `{a: {b: 1}}` */
export function nest(flat: Tree): Tree {
  return Object.entries(flat).reduce<Tree>((tree, [path, value]) => {
    const nested = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    return merge(tree, nested as Tree)
  }, {})
}

export const readYaml = (file: string) => parse(readFileSync(file, 'utf8')) as Tree

export function defaults(): Tree {
  const services = COMPONENTS.map((name) => [name, readYaml(join(CHART, 'charts', name, 'values.yaml'))])
  return merge(Object.fromEntries(services), readYaml(join(CHART, 'values.yaml')))
}
