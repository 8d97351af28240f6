/**
 * Bundles each service into `services/<name>/dist`, from which it starts in half the time of its hundreds of modules (record 0081).
 * `npm run dev` starts the sources.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown'
import { type OwnerName, SERVICES } from '#proto/operation.ts'
import { hashOf, isStamped, stamp } from './stamps.ts'

/**
 * Packages that stay in node_modules: those with programs or native code of their own, those that are loaded only when they are needed,
 * and OpenTelemetry, whose modules share state.
 */
const EXTERNAL = [/^mediasoup$/, /^sharp$/, /^@node-rs\//, /^@opentelemetry\//]
const ENTRY = 'main.js'
/** The names of the files of a build. */
const LIST = '.files'

export const BUNDLED: readonly OwnerName[] = [...SERVICES, 'gateway']

/** The file that a service starts from. */
export const bundleOf = (root: string, service: string): string => join(folderOf(root, service), ENTRY)

const folderOf = (root: string, service: string) => join(root, 'services', service, 'dist')

/**
 * Bundles the services whose sources have changed. The Prisma clients must be generated.
 * @returns the services bundled now
 * @throws Error with the message of the bundler
 */
export async function bundleServices(root: string): Promise<OwnerName[]> {
  const shared = hashOf([join(root, 'services', 'kit'), join(root, 'proto'), join(root, 'package-lock.json'), import.meta.filename])
  const made: OwnerName[] = []
  for (const service of BUNDLED) {
    const hash = `${shared} ${hashOf([join(root, 'services', service)])}`
    const folder = folderOf(root, service)
    if (isStamped(folder, hash)) continue
    keep(folder, await bundle(root, service))
    stamp(folder, hash)
    made.push(service)
  }
  return made
}

async function bundle(root: string, service: OwnerName): Promise<(OutputChunk | OutputAsset)[]> {
  const build = await rolldown({
    cwd: root,
    input: { main: join(root, 'services', service, 'src', 'main.ts') },
    platform: 'node',
    external: EXTERNAL,
    tsconfig: false,
    onLog(level, log, handle) {
      // A module of the repository that is not found would be missed only when the service starts.
      if (log.code === 'UNRESOLVED_IMPORT' && !log.id?.includes('node_modules')) throw new Error(log.message)
      if (level === 'warn' && !log.id?.includes('node_modules')) handle(level, log)
    },
  })
  try {
    const { output } = await build.generate({ format: 'esm', entryFileNames: ENTRY, chunkFileNames: '[name]-[hash].js', sourcemap: true })
    return output
  } finally {
    await build.close()
  }
}

/**
 * Writes a build beside the one before: a running service still loads its own chunks, and one that is restarted meanwhile starts from a
 * whole file, because the entry is replaced last and at once. Older builds are deleted.
 */
function keep(folder: string, output: readonly (OutputChunk | OutputAsset)[]): void {
  mkdirSync(folder, { recursive: true })
  const before = namesIn(join(folder, LIST))
  const names = output.map(({ fileName }) => fileName)
  for (const file of [...output].sort((a, b) => Number(a.fileName === ENTRY) - Number(b.fileName === ENTRY))) {
    const path = join(folder, file.fileName)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.new`, file.type === 'chunk' ? file.code : file.source)
    renameSync(`${path}.new`, path)
  }
  writeFileSync(join(folder, LIST), names.join('\n'))
  const kept = new Set([...names, ...before, LIST])
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name), { recursive: true })
}

function namesIn(list: string): string[] {
  try {
    return readFileSync(list, 'utf8').split('\n')
  } catch {
    return []
  }
}
