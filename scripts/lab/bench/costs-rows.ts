/** Untrusted requests to the gateway over HTTP: the contract's operations, the gateway's other routes, files, and broken requests. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, type LimitClass } from '#proto/limits.ts'
import type { Operation } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { createHttp, type HttpDeps } from '../../../services/gateway/src/app.ts'
import { GatewayConfig } from '../../../services/gateway/src/config.ts'
import { createSite } from '../../../services/gateway/src/domain/site.ts'

export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
/** `limit`: the class that the contract names. */
export type Row = { readonly name: string; readonly sent: Sent; readonly limit?: LimitClass }

/** A door, pass, invite or number that does not exist, in the format of a real one. */
const VALUES: Readonly<Record<string, string>> = { id: '1', qrCodeId: 'NOBODYSDOOR', token: 'x'.repeat(43) }
const filled = (path: string) => path.replace(/:(\w+)/g, (_whole, name: string) => VALUES[name] ?? 'nobody')

const BODIES: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  json: { type: 'application/json', body: '{}' },
  form: { type: 'application/x-www-form-urlencoded', body: 'action=ring&visitorName=Mallory&message=Again' },
}

/** An event of Stripe that is not signed by Stripe. */
const forgedEvent = () => ({ 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` })

function requestTo({ http, signed }: Operation): Sent {
  const { method, path, body = 'json', mediaType = 'image/jpeg' } = http as NonNullable<Operation['http']>
  if (method === 'GET') return { method, path: filled(path) }
  // Without a body: the client would close its connection after one with this method, and that cost is not the gateway's.
  if (method === 'DELETE') return { method, path: filled(path) }
  const { type, body: sent } = BODIES[body] ?? { type: mediaType, body: 'x'.repeat(1_000) }
  return { method, path: filled(path), headers: { 'content-type': type, ...(signed ? forgedEvent() : {}) }, body: sent }
}

function operationRows(): Row[] {
  return operations.flatMap((operation: Operation) =>
    operation.http ? [{ name: `${operation.http.method} ${operation.http.path}`, sent: requestTo(operation), limit: operation.limit }] : [],
  )
}

type Layer = {
  readonly route?: { readonly path: string | readonly string[]; readonly methods: Readonly<Record<string, true>> }
  readonly handle: { readonly routes?: { readonly stack: readonly object[] } }
}
/** Whether a route is for reading; one with a handler for every method refuses them all. */
const isForReading = (methods: Readonly<Record<string, true>>) => methods.get && Object.keys(methods).length < 5

function routesOf(layers: readonly object[]): string[] {
  return layers.flatMap((layer) => {
    const { route, handle } = layer as Layer
    if (handle.routes) return routesOf(handle.routes.stack)
    return route && isForReading(route.methods) ? [route.path].flat().map((path) => `GET ${path}`) : []
  })
}

/** @returns every route that the gateway's own table has for reading, as `GET /path` */
function routesOfGateway(): string[] {
  const config = GatewayConfig.parse({
    NATS_URL: 'nats://nobody',
    REDIS_URL: 'redis://nobody',
    ...Object.fromEntries(
      ['VISITOR_TOKEN_KEY', 'AUTH_INTERNAL_KEY', 'DOORBELL_INTERNAL_KEY', 'DEV_KEY'].map((key) => [key, 'k'.repeat(40)]),
    ),
    EMBEDDED: '1',
    WEB_DIST: join(ROOT, 'web', 'dist'),
  })
  const site = createSite({ publicUrl: 'http://localhost:5000', port: 5000, embedded: true, lanOrigins: [] })
  // No route is called here, so the router needs no other dependencies.
  const { router } = createHttp({ site } as HttpDeps, config)
  return routesOf(router.stack)
}

/** The largest file of each folder of the built web, which is the most expensive. */
function fileRows(): Row[] {
  const dist = join(ROOT, 'web', 'dist')
  const folders = readdirSync(dist, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'server')
  return ['', ...folders.map(({ name }) => name)].flatMap((folder) => {
    const sizeOf = (name: string) => statSync(join(dist, folder, name)).size
    const files = readdirSync(join(dist, folder), { withFileTypes: true }).filter(
      (entry) => entry.isFile() && !/\.(br|gz|html)$/.test(entry.name),
    )
    const [largest] = files.map(({ name }) => name).sort((a, b) => sizeOf(b) - sizeOf(a))
    if (largest === undefined) return []
    const path = `/${folder ? `${folder}/` : ''}${largest}`
    return [{ name: `file ${path}`, sent: { method: 'GET', path, headers: { 'accept-encoding': 'br' } } }]
  })
}

const get = (name: string, path: string, headers: Readonly<Record<string, string>> = {}): Row => ({
  name,
  sent: { method: 'GET', path, headers },
})

/** Other spellings of existing paths, and paths that do not exist. */
const OTHERS: readonly Row[] = [
  get('page in gzip', '/visitor', { 'accept-encoding': 'gzip' }),
  get('page uncompressed', '/visitor/NOBODYSDOOR', { 'accept-encoding': 'identity' }),
  get('page of a code that is too long', `/visitor/${'x'.repeat(30)}`),
  get('page of a pass that is too long', `/visitor/pass/${'x'.repeat(61)}`),
  get('page of an invite that is too long', `/visitor/invite/${'x'.repeat(101)}`),
  get('page that cannot be decoded', '/visitor/%ff%fe'),
  get('page below the visitor’s', '/visitor/a/b/c/d'),
  get('link to a language', '/visitor?lang=de'),
  get('resident’s link to a language', '/auth?lang=de'),
  get('document uncompressed', '/api/docs', { 'accept-encoding': 'identity' }),
  get('no page', '/nothing/there'),
  get('no file', '/assets/nothing-12345678.js'),
  get('hidden file', '/assets/..%2fsecret'),
  get('no operation', '/api/nothing'),
  get('long path', `/api/${'x'.repeat(7_000)}`),
  get('long path of no page', `/${'x'.repeat(7_000)}`),
  get('long path of slashes', `//visitor${'/'.repeat(15_500)}`),
  get('visitor’s path of slashes', `//visitor${'/'.repeat(1_900)}`),
  get('path of segments that cannot be decoded', '/%'.repeat(900)),
  get('thousands of cookies', '/auth', { cookie: Array.from({ length: 1_800 }, (_, index) => `k${index}=v`).join('; ') }),
  get('thousands of encodings', '/auth', { 'accept-encoding': 'a,'.repeat(7_000) }),
  get('thousands of languages', '/auth', { 'accept-language': 'a,'.repeat(7_000) }),
  get('thousands of parameters', `/auth?${'a=1&'.repeat(2_000)}`),
  get('foreign host', '/api/user', { host: 'evil.test' }),
  { name: 'foreign origin', sent: { method: 'POST', path: '/api/login', headers: { origin: 'https://evil.test' }, body: '{}' } },
  { name: 'foreign origin of a form', sent: { method: 'POST', path: '/visitor', headers: { origin: 'https://evil.test' }, body: 'x' } },
  { name: 'no method of this path', sent: { method: 'DELETE', path: '/api/login' } },
  { name: 'no method of any page', sent: { method: 'PUT', path: '/auth', body: 'x' } },
  {
    name: 'event without a signature',
    limit: 'webhook',
    sent: { method: 'POST', path: '/api/stripe/webhook', headers: { 'content-type': 'application/json' }, body: 'x'.repeat(60_000) },
  },
]

/** Every row; a new operation or route of the gateway is included automatically. */
export function httpRows(): Row[] {
  const known = operationRows()
  const named = new Set(known.map(({ name }) => name))
  const routes = [...new Set(routesOfGateway())].filter((name) => !named.has(name))
  const own = routes.map((name) => get(name, filled(name.slice('GET '.length)), { 'accept-encoding': 'br' }))
  return [...own, ...known, ...fileRows(), ...OTHERS]
}

/** How many requests of a class one anonymous address may send. */
export const mostOf = (limit: LimitClass | undefined): number => (limit === undefined ? LIMITS.page.max : LIMITS[limit].max)
