/** The chart's values for the templates: defaults of the chart and its services, and the changes of a set. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { SERVICES } from '#proto/operation.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

export const CHART = join(ROOT, 'charts/digital-doorbell')
export const COMPONENTS = ['gateway', ...SERVICES] as const

export type Tree = { readonly [key: string]: unknown }

const LABELS = z.record(z.string(), z.string())
const EXTRAS = z.object({
  extraEnv: z.array(z.object({ name: z.string() })),
  extraVolumes: z.array(z.object({ name: z.string() })),
})
const SCALED = EXTRAS.extend({
  replicas: z.number(),
  topologySpreadConstraints: z.array(z.unknown()).nullish(),
  terminationGracePeriodSeconds: z.number(),
  autoscaling: z.object({ enabled: z.boolean(), min: z.number(), max: z.number() }),
})
const PART = z.object({ bundled: z.boolean() })

/** The values that the rules read; the chart has more. */
const VALUES = z.object({
  global: EXTRAS.extend({
    publicUrl: z.string(),
    passwordBreachUrl: z.string(),
    secrets: z.object({ existing: z.string(), refs: z.record(z.string(), z.object({ name: z.string(), key: z.string() })) }),
    podSecurityContext: z.object({ runAsUser: z.number().nullable().default(10001) }),
    image: z.object({ pullSecrets: z.array(z.string()) }),
    billing: z.object({ provider: z.enum(['off', 'stripe']).or(z.literal(false)), stripe: z.object({ priceId: z.string() }) }),
    webhooks: z.object({ privateHosts: z.array(z.string()) }),
    push: z.object({ contact: z.string(), hosts: z.array(z.string()), proxy: z.string() }),
    nats: PART,
    redis: PART,
    postgres: PART,
    files: z.object({ store: z.string(), local: z.object({ accessMode: z.string() }), s3: z.object({ endpoint: z.string() }) }),
    networkPolicy: z.object({
      enabled: z.boolean(),
      ingressNamespace: z.string().or(LABELS).nullish(),
      metricsNamespace: LABELS,
      gatewayFrom: z.array(z.string()),
      external: z.array(z.string()),
    }),
  }),
  serviceMonitor: z.object({ enabled: z.boolean() }),
  ingress: z.object({ controller: z.enum(['', 'nginx']) }),
  coturn: z.object({ tlsSecret: z.string() }),
  tools: EXTRAS,
  gateway: SCALED,
  auth: SCALED,
  doorbell: SCALED,
  billing: SCALED,
  security: SCALED,
  notify: SCALED,
  signaling: SCALED,
  sfu: SCALED.extend({
    namespace: z.string(),
    exposure: z.enum(['hostNetwork', 'nodePort']),
    nodeCidrs: z.array(z.string()),
    hostNetwork: z.object({ metricsPort: z.number() }),
    nodePort: z.object({ first: z.number() }),
  }),
})
export type Values = z.infer<typeof VALUES>

/** What an operator adds to the pods of a component, with what is added to all. */
export function extrasOf(values: Values, component: string): z.infer<typeof EXTRAS> {
  const own = COMPONENTS.some((name) => name === component) ? values[component as (typeof COMPONENTS)[number]] : values.tools
  return {
    extraEnv: [...values.global.extraEnv, ...own.extraEnv],
    extraVolumes: [...values.global.extraVolumes, ...own.extraVolumes, { name: 'ca-bundle' }],
  }
}

export const takesPayments = ({ global }: Values) => global.billing.provider === 'stripe'

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** As helm merges values: maps key by key, everything else whole; null removes a key that is there, else it stays. */
export function merge(below: Tree, above: Tree): Tree {
  const merged = Object.entries(above).map(([key, value]) => {
    const under = below[key]
    return [key, isTree(value) && isTree(under) ? merge(under, value) : value] as const
  })
  return Object.fromEntries(
    Object.entries({ ...below, ...Object.fromEntries(merged) }).filter(([key, value]) => value !== null || !(key in below)),
  )
}

/** @returns `{'a.b': 1}` as `{a: {b: 1}}` */
export function nest(flat: Tree): Tree {
  return Object.entries(flat).reduce<Tree>((tree, [path, value]) => {
    const nested = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    return merge(tree, nested as Tree)
  }, {})
}

export const readYaml = (file: string) => parse(readFileSync(file, 'utf8')) as Tree

function defaults(): Tree {
  const services = COMPONENTS.map((name) => [name, readYaml(join(CHART, 'charts', name, 'values.yaml'))])
  return merge(Object.fromEntries(services), readYaml(join(CHART, 'values.yaml')))
}

/** @returns what the templates see of `changes`. Throws where a value that the rules read is missing or of another type */
export const effective = (changes: Tree): Values => VALUES.parse(merge(defaults(), changes))
