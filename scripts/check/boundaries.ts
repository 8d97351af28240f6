/**
 * The import boundaries that the linter cannot express, because they depend on the importing file: between services, between the folders of
 * a service, between the web's layers and features. The rest (what proto, the domain, stores and web may import) is in biome.json.
 */
import { featureFiles, isOfFeatures, withinFeatures } from './features.ts'
import type { Finding, Source } from './source.ts'

/** The location of a file: its area, its service or web feature, and its folder or layer there. */
type Location = {
  readonly area: 'proto' | 'kit' | 'service' | 'web' | 'scripts' | 'root'
  readonly name: string
  readonly folder: string
  readonly test: boolean
}

/** The folders of its own service that a folder may import; only the gateway has `sockets`. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['app.ts', 'config.ts'],
  'app.ts': ['config.ts', 'metrics.ts', 'sockets', 'handlers', 'events', 'jobs', 'domain', 'store', 'clients', 'adapters'],
  'config.ts': [],
  'metrics.ts': [],
  handlers: ['handlers', 'domain'],
  events: ['events', 'domain'],
  jobs: ['jobs', 'domain'],
  sockets: ['sockets', 'handlers', 'domain'],
  domain: ['domain'],
  store: ['store', 'domain', 'generated'],
  clients: ['clients', 'domain'],
  adapters: ['adapters', 'domain'],
}
const ADVICE: Readonly<Record<string, string>> = {
  'main.ts': 'main.ts hands the configuration and the app to runService: build the piece in app.ts.',
  'app.ts': 'app.ts is called by main.ts, never the other way round: take what you need as an argument.',
  'config.ts': 'config.ts is the schema of the environment and nothing else: pass its values where they are needed.',
  'metrics.ts': 'metrics.ts declares what is counted: let app.ts hand it what it reads.',
  handlers: 'A handler calls one use case: put the rule in domain/ and let app.ts hand the store or adapter to it.',
  events: 'A consumer calls one use case: put the rule in domain/ and let app.ts hand the store or adapter to it.',
  jobs: 'A job calls one use case: put the rule in domain/ and let app.ts hand the store or adapter to it.',
  sockets: 'A socket hands frames to a handler or a use case: put the rule in domain/ and let app.ts hand the store or adapter to it.',
  domain: 'Declare an interface in domain/, implement it in store/ or adapters/, join both in app.ts.',
  store: 'A store knows the domain alone: take what else it needs as an argument.',
  clients: 'A client of another service knows the domain alone: take what else it needs as an argument.',
  adapters: 'An adapter knows the domain alone: take what else it needs as an argument.',
}
/** The layers that a layer of the web may import. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: ['core'],
  ui: ['core', 'ui'],
  features: ['core', 'ui', 'features'],
  resident: ['core', 'ui', 'features', 'resident'],
  visitor: ['core', 'ui', 'visitor'],
  worker: ['core', 'worker'],
}

export function locationOf(file: string): Location {
  const [first = '', second = '', third = '', fourth = ''] = file.split('/')
  const test = /\.test\.tsx?$/.test(file) || third === 'test' || file.startsWith('web/e2e/')
  if (first === 'proto') return { area: 'proto', name: 'proto', folder: second, test }
  if (first === 'services' && second === 'kit') return { area: 'kit', name: 'kit', folder: fourth, test }
  if (first === 'services') return { area: 'service', name: second, folder: third === 'src' ? fourth : third, test }
  if (first === 'web') return { area: 'web', name: third === 'features' ? fourth : '', folder: second === 'src' ? third : second, test }
  return { area: first === 'scripts' ? 'scripts' : 'root', name: first, folder: second, test }
}

function betweenAreas(from: Location, to: Location): string | null {
  const testing = from.test && to.area === 'scripts'
  if (from.area === 'kit' && to.area !== 'kit' && to.area !== 'proto' && !testing)
    return 'kit is infrastructure for every service and imports proto alone: take the rest as an argument.'
  if (from.area === 'service' && to.area === 'service' && from.name !== to.name)
    return (
      `A service never imports another: ask ${to.name} by rpc (its operations are in proto/operations) ` +
      'or keep a projection fed by its events.'
    )
  if (from.area === 'service' && (to.area === 'web' || to.area === 'root' || (to.area === 'scripts' && !testing)))
    return 'A service imports kit and proto: what the page or a script shares with it is declared in proto/.'
  return null
}

function withinService(from: Location, to: Location): string | null {
  if (from.area !== 'service' || from.test || from.name !== to.name) return null
  const allowed = FOLDERS[from.folder]
  return !allowed || allowed.includes(to.folder) ? null : (ADVICE[from.folder] ?? null)
}

function withinWeb(from: Location, to: Location): string | null {
  if (from.area !== 'web' || to.area !== 'web' || from.test) return null
  if (from.name !== '' && to.name !== '' && from.name !== to.name)
    return 'A feature never imports another: move what both need to web/src/ui or web/src/core, or join them in a page.'
  const allowed = LAYERS[from.folder]
  return !allowed || !(to.folder in LAYERS) || allowed.includes(to.folder)
    ? null
    : `${from.folder} may import ${allowed.join(', ')}: core ← ui ← features ← resident, core ← ui ← visitor, core ← worker.`
}

/** @returns every import across a boundary */
export function boundaries(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ file, imports }) => {
    const from = locationOf(file)
    return imports.flatMap((one) => {
      const { specifier, target, line } = one
      const to = target === null ? undefined : locationOf(target)
      const between = to && betweenAreas(from, to)
      const within = isOfFeatures(file) ? withinFeatures(sources, file, one) : to && (withinService(from, to) ?? withinWeb(from, to))
      const advice = between ?? within
      return advice ? [{ file, line, message: `imports ${specifier}. ${advice}` }] : []
    })
  })
}

/** Services use the same folder names, an unused folder is absent; or they are a list of features, whose files' endings say the layer. */
export function serviceFolders(sources: readonly Source[]): Finding[] {
  const layered = sources.filter(({ file }) => !isOfFeatures(file))
  const findings = layered.flatMap(({ file }) => {
    const { area, name, folder } = locationOf(file)
    if (area !== 'service' || !file.includes('/src/')) return []
    if (folder in FOLDERS && (folder !== 'sockets' || name === 'gateway')) return []
    return [{ file, message: `src/${folder} is not a folder of a service. Use one of ${Object.keys(FOLDERS).join(', ')}.` }]
  })
  return [...findings, ...featureFiles(sources)]
}
