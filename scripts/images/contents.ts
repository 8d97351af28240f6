/**
 * What an image contains: the files that its entry points reach, found by following their imports, and files that are read at run time.
 * Nothing else of the repository or of node_modules is copied.
 */
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { nodeFileTrace } from '@vercel/nft'
import { servicesWithDatabase } from '../database/migrate.ts'

export type Image = {
  readonly name: string
  readonly entries: readonly string[]
  /** What the entry points are bundled from: their packages are named in the image's notices. */
  readonly sources: readonly string[]
  /** Files and folders that are read, not imported. */
  readonly reads: readonly string[]
}

const SERVICES = ['gateway', 'auth', 'doorbell', 'billing', 'security', 'notify', 'signaling', 'sfu']
const PROBE = 'services/kit/src/probe.ts'
const TOOLS = ['scripts/database/main.ts', 'scripts/installation-test/main.ts', 'scripts/admin.ts']

/** @returns every image, a service's with the service's name */
export function imagesOf(root: string): Image[] {
  return [
    ...SERVICES.map((name) => ({
      name,
      entries: [`services/${name}/dist/main.js`, PROBE],
      sources: [`services/${name}/src/main.ts`, PROBE],
      reads: name === 'gateway' ? ['web/dist'] : [],
    })),
    {
      name: 'tools',
      entries: TOOLS,
      sources: TOOLS,
      reads: servicesWithDatabase(root).map((service) => `services/${service}/prisma`),
    },
  ]
}

/**
 * @returns paths from the root of every file that the entry points import, directly or not, also of packages
 * @throws when a module of the repository cannot be resolved; an optional dependency of a package may be absent
 */
export async function importedFiles(root: string, entries: readonly string[]): Promise<string[]> {
  const { fileList, warnings } = await nodeFileTrace([...entries], {
    base: root,
    processCwd: root,
    ts: true,
    readFile: (path) => readModule(path),
  })
  const unresolved = [...warnings].filter(({ message }) => message.includes('Failed to resolve') && !message.includes('node_modules'))
  if (unresolved.length > 0) throw new Error(unresolved.map(({ message }) => message).join('\n'))
  return [...fileList].sort()
}

/** The tracer reads JavaScript: Node's own type stripping turns our files into it. */
async function readModule(path: string): Promise<Buffer | string | null> {
  try {
    const content = await readFile(path)
    return path.endsWith('.ts') && !path.endsWith('.d.ts') ? stripTypeScriptTypes(content.toString()) : content
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
