/**
 * Writes scripts/stripe-local/skeletons.json: Stripe's published fixtures, reduced to the objects that the local Stripe has.
 * `node scripts/run.mjs scripts/testing/stripe/skeletons.ts`
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../bootstrap/launch.mjs'
import { type Fixtures, readStripeSpec, type Schema, type StripeSpec } from './spec.ts'

const KINDS = [
  'billing_portal.session',
  'charge',
  'checkout.session',
  'customer',
  'event',
  'invoice',
  'invoice_payment',
  'line_item',
  'payment_intent',
  'payment_method',
  'price',
  'product',
  'refund',
  'subscription',
  'subscription_item',
]
const NOTE =
  "Stripe's published fixtures (github.com/stripe/stripe-mock, embedded/openapi/fixtures3.json), without times and references, and " +
  'null wherever the specification allows it. Written by scripts/testing/stripe/skeletons.ts.'

export type Skeletons = {
  readonly note: string
  readonly apiVersion: string
  readonly prefixes: Readonly<Record<string, string>>
  readonly objects: Readonly<Record<string, unknown>>
}

/** @returns the content of skeletons.json */
export function makeSkeletons(spec: StripeSpec, fixtures: Fixtures): Skeletons {
  const objects = KINDS.map((kind) => [kind, reduce(spec, { $ref: `#/components/schemas/${kind}` }, fixtures.resources[kind])])
  const prefixes = KINDS.map((kind) => [kind, prefixOf(String(fixtures.resources[kind]?.id))])
  return { note: NOTE, apiVersion: spec.info.version, prefixes: Object.fromEntries(prefixes), objects: Object.fromEntries(objects) }
}

/** The prefix of an id; the fixture of an invoice payment has none of Stripe's. */
const prefixOf = (id: string) => (id.startsWith('obj_') ? 'inpay' : id.slice(0, id.lastIndexOf('_')))

/** Times, ids and references of an object are left out, because the program must set them; the schema check finds missing ones. */
const isOwn = (name: string, schema: Schema) =>
  ['id', 'created', 'data', 'url'].includes(name) || schema.format === 'unix-time' || schema.anyOf?.[0]?.type === 'string'

function reduce(spec: StripeSpec, { $ref, ...inline }: Schema, value: unknown): unknown {
  const schema = $ref ? (spec.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema) : inline
  const { properties } = schema
  if (schema.anyOf?.[0]) return reduce(spec, schema.anyOf[0], value)
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  if (!properties || typeof value !== 'object' || value === null) return value
  if (properties.has_more) return { ...value, data: [], url: '' }
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const property = properties[name]
    if (!property) return []
    if (property.nullable) return [[name, null]]
    return isOwn(name, property) ? [] : [[name, name === 'livemode' ? false : reduce(spec, property, inner)]]
  })
  return Object.fromEntries(kept)
}

if (process.argv[1] === import.meta.filename) {
  const stripe = await readStripeSpec({ ...process.env, CI: '1' })
  const file = join(ROOT, 'scripts', 'stripe-local', 'skeletons.json')
  if (stripe) writeFileSync(file, JSON.stringify(makeSkeletons(stripe.spec, stripe.fixtures), undefined, 2))
  execFileSync(join(ROOT, 'node_modules', '.bin', 'biome'), ['format', '--write', file], { stdio: 'inherit' })
}
