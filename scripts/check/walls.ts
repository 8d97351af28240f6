/** The walls of the architecture (main → app → {handlers, events, rounds} → domain ← {store, adapters}; services → kit → proto; web → proto). */
import type { Finding, Import, Source } from './source.ts'

/** Where a file stands: its part, the service it belongs to, its room in that service or its feature in the web. */
export type Place = {
  readonly part: 'proto' | 'kit' | 'service' | 'web' | 'scripts' | 'root'
  readonly name: string
  readonly room: string
  readonly test: boolean
}

const ROOMS = ['main.ts', 'app.ts', 'config.ts', 'handlers', 'events', 'rounds', 'domain', 'store', 'adapters']
/** The gateway's second family of handlers: it alone holds sockets. */
const SOCKETS = 'sockets'
/** What a room may import of its own service. `main.ts` stands above all and `config.ts` below all. */
const ALLOWED: Record<string, readonly string[]> = {
  'main.ts': ['app.ts', 'config.ts'],
  'app.ts': ['config.ts', SOCKETS, 'handlers', 'events', 'rounds', 'domain', 'store', 'adapters'],
  'config.ts': [],
  handlers: ['handlers', 'domain'],
  events: ['events', 'domain'],
  rounds: ['rounds', 'domain'],
  [SOCKETS]: [SOCKETS, 'handlers', 'domain'],
  domain: ['domain'],
  store: ['store', 'domain', 'generated'],
  adapters: ['adapters', 'domain'],
}
const ADVICE: Record<string, string> = {
  'main.ts': 'main.ts reads the configuration and starts createApp: build the piece in app.ts.',
  'app.ts': 'app.ts is called by main.ts, never the other way round: take what you need as an argument.',
  'config.ts': 'config.ts reads the environment and nothing else: pass its values where they are needed.',
  handlers: 'A handler calls one use case: put the rule in domain/ and let app.ts hand the store or adapter to it.',
  events: 'A subscriber calls one use case: put the rule in domain/ and let app.ts hand the store or adapter to it.',
  rounds: 'A round calls one use case: put the rule in domain/ and let app.ts hand the store or adapter to it.',
  [SOCKETS]: 'A socket hands frames to a handler or a use case: put the rule in domain/ and let app.ts hand the store or adapter to it.',
  domain: 'The arrow points at the domain: declare an interface in domain/, implement it in store/ or adapters/, join both in app.ts.',
  store: 'A store knows the domain alone: take what else it needs as an argument.',
  adapters: 'An adapter knows the domain alone: take what else it needs as an argument.',
}

/** @returns where a path stands in the tree. */
export function placeOf(file: string): Place {
  const [first = '', second = '', third = '', fourth = ''] = file.split('/')
  const test = /\.test\.tsx?$/.test(file) || third === 'test' || file.startsWith('web/e2e/')
  if (first === 'proto') return { part: 'proto', name: 'proto', room: second, test }
  if (first === 'services' && second === 'kit') return { part: 'kit', name: 'kit', room: fourth, test }
  if (first === 'services') return { part: 'service', name: second, room: third === 'src' ? fourth : third, test }
  if (first === 'web') return { part: 'web', name: file.match(/^web\/(?:src\/)?features\/([^/]+)\//)?.[1] ?? '', room: second, test }
  return { part: first === 'scripts' ? 'scripts' : 'root', name: first, room: second, test }
}

function acrossParts(from: Place, to: Place): string | null {
  const testing = from.test && to.part === 'scripts'
  if (from.part === 'proto' && to.part !== 'proto') return 'proto imports zod alone: move code that needs more to the part that needs it.'
  if (from.part === 'kit' && to.part !== 'kit' && to.part !== 'proto' && !testing)
    return 'kit is plumbing for every service and imports proto alone: take the rest as an argument.'
  if (from.part === 'service' && to.part === 'service' && from.name !== to.name)
    return `A service never imports another: ask ${to.name} by rpc (its operations are in proto/operations) or keep a projection fed by its events.`
  if (from.part === 'service' && (to.part === 'web' || to.part === 'root' || (to.part === 'scripts' && !testing)))
    return 'A service imports kit and proto: what the page or a script shares with it is declared in proto/.'
  if (from.part === 'web' && (to.part === 'kit' || to.part === 'service' || (to.part === 'scripts' && !testing)))
    return 'web imports proto alone: ask the server over /api or /ws; what both need is declared in proto/.'
  if (from.part === 'web' && to.part === 'web' && from.name !== '' && to.name !== '' && from.name !== to.name)
    return 'A feature never imports another: lift what both need to web/src/ui or web/src/app, or join them in a route.'
  return null
}

function acrossRooms(from: Place, to: Place): string | null {
  if (from.part !== 'service' || from.test || from.name !== to.name) return null
  const allowed = ALLOWED[from.room]
  if (!allowed || allowed.includes(to.room)) return null
  return ADVICE[from.room] ?? null
}

function packageWall(from: Place, entry: Import): string | null {
  if (from.part !== 'proto' || from.test || entry.target !== null) return null
  return entry.specifier === 'zod' ? null : 'proto imports zod alone: move code that needs more to the part that needs it.'
}

/** Every import that goes through a wall. */
export function walls(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => {
    const from = placeOf(source.file)
    return source.imports.flatMap((entry) => {
      const to = entry.target === null ? null : placeOf(entry.target)
      const advice = to === null ? packageWall(from, entry) : (acrossParts(from, to) ?? acrossRooms(from, to))
      return advice === null ? [] : [{ file: source.file, line: entry.line, message: `imports ${entry.specifier}. ${advice}` }]
    })
  })
}

/** Every service has the same rooms; a room it does not need is absent, never renamed. */
export function rooms(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ file }) => {
    const place = placeOf(file)
    if (place.part !== 'service' || !file.includes('/src/') || ROOMS.includes(place.room)) return []
    if (place.name === 'gateway' && place.room === SOCKETS) return []
    return [
      { file, message: `src/${place.room} is no room of a service. Use one of ${ROOMS.join(', ')}; a room is absent, never renamed.` },
    ]
  })
}

/** Files that need each other to run, in a ring however long; types alone are erased and make none. One finding per ring. */
export function cycles(sources: readonly Source[]): Finding[] {
  const graph = new Map(
    sources.map((source) => [source.file, source.imports.flatMap((entry) => (entry.typeOnly ? [] : (entry.target ?? [])))]),
  )
  const done = new Set<string>()
  const findings: Finding[] = []
  const walk = (file: string, path: readonly string[]): void => {
    const seen = path.indexOf(file)
    if (seen >= 0) {
      const ring = [...path.slice(seen), file].join(' → ')
      findings.push({ file, message: `import cycle ${ring}. Move what both need into a third file, or pass one of them as an argument.` })
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return findings
}
