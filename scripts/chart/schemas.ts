/** Kubernetes' own schemas, against which rendered manifests are validated. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../servers/cache.ts'
import { StartError } from '../servers/server.ts'

const run = promisify(execFile)
/** A Python package whose data are the schemas of every version; none of its code is run. */
const PACKAGE = 'kubernetes-validate==1.37.0'

/** As kubeconform's -schema-location has it. */
export const LOCATION = '{{.NormalizedKubernetesVersion}}-standalone{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json'
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

/**
 * @param given a folder of schemas; undefined: our cache, filled with pip when a version is missing
 * @param versions of Kubernetes, `1.30.0`
 * @returns the folder
 */
export async function findSchemas(given: string | undefined, versions: readonly string[]): Promise<string> {
  const folder = given ?? join(cacheFolder(), 'kubernetes-schemas')
  const missing = versions.filter((version) => !existsSync(join(folder, folderOf(version))))
  if (missing.length === 0) return folder
  if (given) throw new StartError(`${given} has no ${missing.map(folderOf).join(', ')}; without --schemas they are downloaded.`)
  await download(folder, missing).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    throw new StartError(
      `${reason}\nKubernetes' schemas come from a Python package, by python3 with pip (sudo apt-get install python3-pip); ` +
        `or name a folder that has ${missing.map(folderOf).join(', ')}, as kubeconform's -schema-location wants them, with --schemas.`,
    )
  })
  return folder
}
