/** The schemas of Kubernetes and of the Gateway API, against which rendered manifests are validated. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'
import { cacheFolder } from '../servers/cache.ts'
import { StartError } from '../servers/server.ts'

const run = promisify(execFile)
/** A Python package whose data are the schemas of every version; none of its code is run. */
const PACKAGE = 'kubernetes-validate==1.37.0'

/** A Go module that contains the definitions of its kinds; none of its code is run. */
const GATEWAY_API = 'sigs.k8s.io/gateway-api@v1.6.3'
const ROUTE = 'gateway.networking.k8s.io/httproute_v1.json'

/** As kubeconform's -schema-location has them. */
export const LOCATIONS = [
  '{{.NormalizedKubernetesVersion}}-standalone{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json',
  '{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json',
]
const folderOf = (version: string) => `v${version}-standalone-strict`

/** The package refers to definitions by its own loader's paths; kubeconform reads plain files. */
async function convert(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const file of (await readdir(from)).filter((name) => name.endsWith('.json'))) {
    const text = (await readFile(join(from, file), 'utf8')).replaceAll('"/api/_definitions.json', '"_definitions.json')
    const { $id: _, ...schema } = JSON.parse(text) as Record<string, unknown>
    await writeFile(join(to, file), JSON.stringify(schema))
  }
}

async function download(folder: string, versions: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'kubernetes-schemas-'))
  try {
    await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', work, PACKAGE])
    const wheel = (await readdir(work)).find((name) => name.endsWith('.whl')) ?? ''
    await run('python3', ['-m', 'zipfile', '-e', join(work, wheel), work])
    const folders = await readdir(work, { recursive: true })
    for (const version of versions) {
      const found = folders.find((name) => basename(name) === `v${version}-local-strict`)
      if (!found) throw new Error(`${PACKAGE} has no schemas of Kubernetes ${version}`)
      const unfinished = join(folder, `${folderOf(version)}.${process.pid}`)
      await convert(join(work, found), unfinished)
      await rename(unfinished, join(folder, folderOf(version)))
    }
  } finally {
    await rm(work, { recursive: true })
  }
}

const DEFINITION = z.object({
  spec: z.object({
    versions: z.array(z.object({ name: z.string(), schema: z.object({ openAPIV3Schema: z.record(z.string(), z.unknown()) }) })),
  }),
})

/** Refuses unknown fields as the API server does, which removes them. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]))
  return 'properties' in inner && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner
}

async function downloadRoute(folder: string): Promise<void> {
  const { stdout } = await run('go', ['mod', 'download', '-json', GATEWAY_API], { cwd: tmpdir() })
  const { Dir } = z.object({ Dir: z.string() }).parse(JSON.parse(stdout))
  const text = await readFile(join(Dir, 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'), 'utf8')
  const version = DEFINITION.parse(parse(text)).spec.versions.find(({ name }) => name === 'v1')
  if (!version) throw new Error(`${GATEWAY_API} has no v1 of HTTPRoute`)
  const { properties, ...rest } = z.record(z.string(), z.unknown()).parse(strict(version.schema.openAPIV3Schema))
  // The API server's own fields of every object.
  const schema = { ...rest, properties: { ...z.record(z.string(), z.unknown()).parse(properties), metadata: { type: 'object' } } }
  const file = join(folder, ROUTE)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.${process.pid}`, JSON.stringify(schema))
  await rename(`${file}.${process.pid}`, file)
}

/**
 * @param given a folder of schemas; undefined: our cache, filled with pip and go when a version or the Gateway API's is missing
 * @param versions of Kubernetes, `1.30.0`
 * @returns the folder
 */
export async function findSchemas(given: string | undefined, versions: readonly string[]): Promise<string> {
  const folder = given ?? join(cacheFolder(), 'kubernetes-schemas')
  const missing = versions.filter((version) => !existsSync(join(folder, folderOf(version))))
  const lacksRoute = !existsSync(join(folder, ROUTE))
  const names = [...missing.map(folderOf), ...(lacksRoute ? [ROUTE] : [])]
  if (given && names.length > 0) throw new StartError(`${given} has no ${names.join(', ')}; without --schemas they are downloaded.`)
  if (missing.length > 0) await downloadVersions(folder, missing)
  if (lacksRoute)
    await downloadRoute(folder).catch((error: unknown) => {
      throw new StartError(
        `${error instanceof Error ? error.message.trim() : error}\n` +
          `The Gateway API's schemas come from a Go module, by go (https://go.dev/dl); ` +
          `or name a folder that has ${names.join(', ')}, with --schemas.`,
      )
    })
  return folder
}

async function downloadVersions(folder: string, missing: readonly string[]): Promise<void> {
  await download(folder, missing).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    throw new StartError(
      `${reason}\nKubernetes' schemas come from a Python package, by python3 with pip (sudo apt-get install python3-pip); ` +
        `or name a folder that has ${missing.map(folderOf).join(', ')}, as kubeconform's -schema-location wants them, with --schemas.`,
    )
  })
}
