/** The Secret that the chart makes at the first install, rendered without a cluster: its keys are new each time and start every service. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { configSchemaOf } from '../start/config-schemas.ts'
import { keys } from './edges.ts'
import { CHART, COMPONENTS, type Tree } from './values.ts'

const SECRET = z.object({ kind: z.literal('Secret'), data: z.record(z.string(), z.string()) })
/** Of every set, because one of them alone may pass by chance. */
const TIMES = 5
/** They are the operator's: Stripe's. */
const GIVEN = /^stripe-/

type Render = (chart: string, values: Tree) => Promise<{ readonly code: number; readonly output: string }>

/** The chart without the check that a cluster answers: `helm template` would refuse to make keys that differ each time. */
async function withoutCluster<T>(work: (chart: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'chart-keys-'))
  try {
    await cp(CHART, folder, { recursive: true })
    await rm(join(folder, 'templates/validate.yaml'))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function secretIn(text: string): ReadonlyMap<string, string> {
  const documents = parseAllDocuments(text).map((document) => SECRET.safeParse(document.toJSON()))
  const [first] = documents.flatMap(({ data }) => (data && 'push-keys' in data.data ? [data.data] : []))
  return new Map(Object.entries(first ?? {}).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]))
}

/** @returns a service's errors about its keys */
async function refusedBy(service: string, secret: ReadonlyMap<string, string>): Promise<string[]> {
  const shape = (await configSchemaOf(service))?.shape ?? {}
  return Object.entries(keys[service] ?? {}).flatMap(([variable, key]) => {
    if (GIVEN.test(key) || shape[variable]?.safeParse(secret.get(key)).success) return []
    return [`${service} refuses ${variable}, as the chart generates ${key}`]
  })
}

/** @param values without a separate Secret @returns a sentence for each invalid key */
export async function generatedKeys(render: Render, values: Tree): Promise<readonly string[]> {
  const rendered = await withoutCluster((chart) => Promise.all(Array.from({ length: TIMES }, () => render(chart, values))))
  const failed = rendered.find(({ code }) => code !== 0)
  if (failed) return [`the generated keys: ${failed.output.trim()}`]
  const secrets = rendered.map(({ output }) => secretIn(output))
  const made = secrets.map((secret) => secret.get('push-keys'))
  const findings = await Promise.all(secrets.flatMap((secret) => COMPONENTS.map((service) => refusedBy(service, secret))))
  return [...new Set([...findings.flat(), ...(new Set(made).size < TIMES ? ['push-keys is not another one each time'] : [])])]
}
