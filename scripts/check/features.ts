/**
 * The boundaries of a service that is a list of features (docs/architecture.md): the ending of a file decides what it may import, and the
 * order in app.ts decides which feature another may import.
 */
import { basename } from 'node:path'
import type { Finding, Import, Source } from './source.ts'

const SERVICE = /^services\/(auth|billing|doorbell|notify|security)\//
/** Files of src/ itself; `index.ts` of a feature joins its files. */
const TOP = ['main.ts', 'app.ts', 'config.ts', 'metrics.ts']
const CORE = 'core'

type Kind = 'domain' | 'index' | 'app' | 'main' | 'config' | 'metrics' | 'generated' | (typeof ENDINGS)[number]
const ENDINGS = ['handlers', 'consumer', 'job', 'store', 'sql', 'adapter', 'client'] as const

type Part = {
  readonly service: string
  /** Undefined for a file of src/ itself. */
  readonly feature: string | undefined
  readonly kind: Kind | undefined
}

/** Transport, database, files and other processes: of packages, of Node and of kit. */
const OUTSIDE = [
  /^(?:@nats-io\/|@prisma\/|mediasoup(?:\/|$))/,
  /^(?:express|ws|pg|ioredis|stripe|undici|web-push|nodemailer|sharp|s3mini|busboy)$/,
  /^node:(?:fs|net|tls|https?|http2|dgram|dns|child_process|worker_threads)(?:\/|$)/,
  /^#kit\/(?:bus|bytes|events|files[\w-]*|file-store|http|jetstream|outbox|postgres|redis|requests|statement|tombstones|leases)\.ts$/,
]
/** Thin files may import the types of the modules that call them. */
const THIN = /^#kit\/(?:bus|events|http|bytes)\.ts$/
/** Their types are ports of the domain, which kit implements once for all services. */
const PORTS = /^#kit\/(?:outbox|tombstones)\.ts$/
const NO_LIBRARY: readonly (Kind | undefined)[] = ['domain', 'handlers', 'consumer', 'job']

/** The imports of each kind of file from its own feature, from `core/` and from the features before it. */
const MAY_IMPORT: Readonly<Record<Kind, readonly Kind[]>> = {
  domain: ['domain'],
  handlers: ['domain', 'handlers'],
  consumer: ['domain', 'consumer'],
  job: ['domain', 'job'],
  store: ['domain', 'store', 'sql', 'generated'],
  sql: ['domain', 'sql'],
  adapter: ['domain', 'adapter'],
  client: ['domain', 'client'],
  index: ['domain', ...ENDINGS, 'index', 'metrics'],
  app: ['domain', ...ENDINGS, 'index', 'config', 'metrics'],
  main: ['app', 'config'],
  config: ['domain'],
  metrics: [],
  generated: [],
}
const ADVICE: Readonly<Record<Kind, string>> = {
  domain:
    'A file without an ending is domain: declare an interface in it, implement it in a .store.ts, .adapter.ts or .client.ts, ' +
    'join both in index.ts.',
  handlers: 'A handler calls one use case: put the rule in a file without an ending, and let index.ts hand the store or adapter to it.',
  consumer: 'A consumer calls one use case: put the rule in a file without an ending, and let index.ts hand the store or adapter to it.',
  job: 'A job calls one use case: put the rule in a file without an ending, and let index.ts hand the store or adapter to it.',
  store: 'A store knows the domain, its statements and its database alone: take what else it needs as an argument.',
  sql: 'A file of statements holds statements alone.',
  adapter: 'An adapter knows the domain alone: take what else it needs as an argument.',
  client: 'A client of another service knows the domain alone: take what else it needs as an argument.',
  index: 'index.ts joins the files of its feature: app.ts calls it, and hands it the configuration.',
  app: 'app.ts is called by main.ts, never the other way round: take what you need as an argument.',
  main: 'main.ts hands the configuration and the app to runService: build the piece in app.ts.',
  config: 'config.ts is the schema of the environment: pass its values where they are needed.',
  metrics: 'metrics.ts declares what is counted: let index.ts hand it what it reads.',
  generated: 'Generated code imports nothing of ours.',
}

export const isOfFeatures = (file: string) => SERVICE.test(file)

function kindOf(name: string): Kind | undefined {
  const [, ending, rest] = name.replace(/\.ts$/, '').split('.')
  if (rest !== undefined) return undefined
  if (ending !== undefined) return ENDINGS.find((known) => known === ending)
  return name === 'index.ts' ? 'index' : 'domain'
}

function partOf(file: string): Part | undefined {
  const service = SERVICE.exec(file)?.[1]
  const [, , folder = '', ...path] = file.split('/')
  if (!service) return undefined
  if (folder === 'generated') return { service, feature: undefined, kind: 'generated' }
  if (folder !== 'src') return undefined
  const [first = '', second, third] = path
  if (second === undefined)
    return { service, feature: undefined, kind: TOP.includes(first) ? (first.replace('.ts', '') as Kind) : undefined }
  return { service, feature: first, kind: third === undefined ? kindOf(basename(second)) : undefined }
}

/** @returns the features as app.ts calls them, the first one first */
function orderIn(app: Source | undefined): readonly string[] {
  const calls = (app?.code ?? '').matchAll(/import \{ (\w+)(?: as (\w+))? \} from '\.\/([\w-]+)\/index\.ts'/g)
  const found = [...calls].map(([, name = '', alias, feature = '']) => ({
    feature,
    at: app?.code.search(new RegExp(`\\b${alias ?? name}\\(`)) ?? -1,
  }))
  return found
    .filter(({ feature, at }) => feature !== CORE && at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ feature }) => feature)
}

function adviceOn(from: Part, to: Part, order: readonly string[]): string | null {
  if (!from.kind || !to.kind) return null
  if (from.feature && to.feature && from.feature !== to.feature && to.feature !== CORE) {
    if (from.feature === CORE) return 'core/ is what features share and knows none of them: take what it needs as an argument.'
    const [own, other] = [from.feature, to.feature].map((feature) => order.indexOf(feature)) as [number, number]
    if (other < 0 || other >= own)
      return (
        `${from.feature} may import core/ and the features before it in app.ts${order.length ? ` (${order.join(', ')})` : ''}: ` +
        'move what both need to core/, or let app.ts hand it over.'
      )
  }
  return MAY_IMPORT[from.kind].includes(to.kind) ? null : ADVICE[from.kind]
}

function adviceOnLibrary({ kind, feature }: Part, { specifier, isType }: Pick<Import, 'specifier' | 'isType'>): string | null {
  if (!feature || !kind || !NO_LIBRARY.includes(kind) || !OUTSIDE.some((library) => library.test(specifier))) return null
  if (isType && PORTS.test(specifier)) return null
  return kind !== 'domain' && THIN.test(specifier) ? null : ADVICE[kind]
}

/** @returns why a file may not import a library or another file of its service; null where it may. `sources` have the service's app.ts */
export function withinFeatures(sources: readonly Source[], file: string, imported: Import): string | null {
  const { target } = imported
  const from = /\.test\.ts$/.test(file) ? undefined : partOf(file)
  const to = target === null ? undefined : partOf(target)
  if (!from) return null
  if (!to || from.service !== to.service) return adviceOnLibrary(from, imported)
  const app = sources.find((source) => source.file === `services/${from.service}/src/app.ts`)
  return adviceOn(from, to, orderIn(app))
}

/** A feature is one folder of files whose endings are their layers, and a call in app.ts. */
export function featureFiles(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ file }) => {
    const part = partOf(file)
    if (!part || !file.includes('/src/') || /\.test\.ts$/.test(file)) return []
    if (!part.kind)
      return [{ file, message: `is src/<feature>/<name>.ts, <name>.{${ENDINGS.join(',')}}.ts or index.ts, or one of ${TOP.join(', ')}.` }]
    const app = sources.find((source) => source.file === `services/${part.service}/src/app.ts`)
    const isListed = part.kind !== 'index' || part.feature === CORE || orderIn(app).includes(part.feature ?? '')
    return isListed ? [] : [{ file, message: 'is in no list: app.ts calls each feature.' }]
  })
}
