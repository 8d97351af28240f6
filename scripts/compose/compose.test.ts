import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { readConfig } from '#kit/config.ts'
import { NATS_USERS } from '#proto/nats-access.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { edges } from '../chart/edges.ts'
import { CHART, COMPONENTS, readYaml } from '../chart/values.ts'
import { servicesWithDatabase } from '../database/migrate.ts'
import { REDIS_MEMORY } from '../servers/redis.ts'
import { REDIS_ACCESS } from '../servers/redis-access.ts'
import { configSchemaOf } from '../start/config-schemas.ts'
import { newPushKey } from '../start/secrets.ts'
import { type Container, readConfigFiles, readContainers, readVariables } from './compose-file.ts'

const GIVEN: Readonly<Record<string, string>> = {
  DOMAIN: 'bell.test',
  ADDRESS: '203.0.113.7',
  SMTP_URL: 'smtps://mail.test:465',
  TAG: '1.0.0',
  ...Object.fromEntries(
    [
      ...[
        'VISITOR_TOKEN_KEY',
        'AUTH_INTERNAL_KEY',
        'DOORBELL_INTERNAL_KEY',
        'ATTEMPT_KEY',
        'FACTOR_KEY',
        'TURN_SECRET',
        'POSTGRES_PASSWORD',
      ],
      ...servicesWithDatabase(ROOT).map((service) => `POSTGRES_PASSWORD_${service.toUpperCase()}`),
      ...Object.keys(REDIS_ACCESS).map((user) => `REDIS_PASSWORD_${user.toUpperCase()}`),
      ...NATS_USERS.map((user) => `NATS_PASSWORD_${user.toUpperCase()}`),
    ].map((key) => [key, `${key} is a key of its own`.padEnd(48, 'x')]),
  ),
  PUSH_KEYS: newPushKey(),
}
/** A signing key is a pair's: the gateway signs, one service verifies. */
const KEYS_OF: Readonly<Record<string, readonly string[]>> = {
  gateway: ['VISITOR_TOKEN_KEY', 'AUTH_INTERNAL_KEY', 'DOORBELL_INTERNAL_KEY'],
  auth: ['AUTH_INTERNAL_KEY', 'ATTEMPT_KEY', 'FACTOR_KEY'],
  doorbell: ['VISITOR_TOKEN_KEY', 'DOORBELL_INTERNAL_KEY'],
  notify: ['PUSH_KEYS'],
}
/** The settings that an operator adds to take payments. */
const STRIPE: Readonly<Record<string, string>> = {
  BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_of_billing',
  STRIPE_PRICE_ID: 'price_of_billing',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_gateway',
}
const containers = readContainers(GIVEN)
const all = Object.entries(containers)

/** ENV of the images' Dockerfile. */
const IMAGE = Object.fromEntries(
  [...(/^ENV (NODE_ENV=.*)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1]?.matchAll(/(\w+)=(\S+)/g) ?? [])].map(
    ([, key = '', value = '']) => [key, value],
  ),
)

const containerOf = (name: string): Container => {
  const container = containers[name]
  if (!container) throw new Error(`compose.yaml has no ${name}`)
  return container
}
async function shapeOf(service: string) {
  const schema = await configSchemaOf(service)
  if (!schema) throw new Error(`${service} has no configuration`)
  return schema
}

test.each(COMPONENTS)('%s knows each variable that compose.yaml sets', async (service) => {
  const { shape } = await shapeOf(service)
  expect(Object.keys(containerOf(service).environment).filter((key) => !(key in shape))).toEqual([])
})

test.each(COMPONENTS)('%s starts in production with what compose.yaml sets', async (service) => {
  const schema = await shapeOf(service)
  expect(() => readConfig(schema, { ...IMAGE, ...containerOf(service).environment })).not.toThrow()
})

test.each(COMPONENTS)('%s starts in production with payments', async (service) => {
  const schema = await shapeOf(service)
  const environment = readContainers({ ...GIVEN, ...STRIPE })[service]?.environment
  expect(() => readConfig(schema, { ...IMAGE, ...environment })).not.toThrow()
})

test('billing and the gateway alone get anything of Stripe’s, each its own key', () => {
  const { BILLING: _, ...own } = STRIPE
  const found = Object.entries(readContainers({ ...GIVEN, ...STRIPE })).flatMap(([name, { environment, command = [] }]) => {
    const text = [...Object.values(environment), ...command].join(' ')
    return Object.keys(own).flatMap((key) => (text.includes(own[key] ?? '') ? [`${name} ${key}`] : []))
  })
  expect(found.toSorted()).toEqual(['billing STRIPE_PRICE_ID', 'billing STRIPE_SECRET_KEY', 'gateway STRIPE_WEBHOOK_SECRET'])
})

test('payments are off unless they are chosen', () => {
  const chosen = all.flatMap(([name, { environment }]) => ('BILLING' in environment ? [`${name} ${environment.BILLING}`] : []))
  expect(chosen).toEqual(['gateway off', 'billing off'])
})

/** The variable that makes a connection; photos are in a volume. */
const CONNECTIONS = {
  NATS_URL: 'nats',
  REDIS_URL: 'redis',
  DATABASE_URL: 'postgres',
  SMTP_URL: 'smtp',
  FILES_DIR: 's3',
  STRIPE_SECRET_KEY: 'stripe',
  PUSH_HOSTS: 'push',
  PASSWORD_BREACH_URL: 'breach',
}

test.each(COMPONENTS)('%s connects to the servers of the chart’s table', (service) => {
  const { environment } = containerOf(service)
  const connected = Object.entries(CONNECTIONS).flatMap(([key, server]) => (key in environment ? [server] : []))
  const listed = edges[service]?.filter((target) => Object.values(CONNECTIONS).includes(target))
  expect(connected.toSorted()).toEqual(listed?.toSorted())
})

test.each(COMPONENTS)('%s waits for the servers that it connects to', (service) => {
  const { environment, depends_on: after } = containerOf(service)
  const waits = Object.entries({ NATS_URL: 'nats', REDIS_URL: 'redis', DATABASE_URL: `migrate-${service}` })
  expect(Object.keys(after).toSorted()).toEqual(waits.flatMap(([key, name]) => (key in environment ? [name] : [])).toSorted())
})

test.each(COMPONENTS)('%s has the memory that the chart gives it', (service) => {
  const { resources } = readYaml(join(CHART, 'charts', service, 'values.yaml')) as { resources: { limits: { memory: string } } }
  expect(containerOf(service).mem_limit).toBe(resources.limits.memory.toLowerCase().replace(/i$/, ''))
})

test.each(all)('%s can write nothing but its volumes, and gains no rights', (name, container) => {
  const needs: Readonly<Record<string, string>> = { caddy: 'NET_BIND_SERVICE', coturn: 'NET_BIND_SERVICE', volumes: 'CHOWN' }
  expect(container).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  expect(container.cap_add ?? []).toEqual(needs[name] ? [needs[name]] : [])
})

test.each(all)('%s runs as a user other than root', (name, { user, image }) => {
  const isOurs = image.startsWith('localhost/digital-doorbell/') && user === undefined
  expect(isOurs || name === 'volumes' || /^[1-9]\d*:[1-9]\d*$/.test(user ?? '')).toBe(true)
})

test.each(all)('%s starts again by itself, or ends and is waited for', (name, container) => {
  const { restart, healthcheck, image } = container
  const ends = ['volumes', 'operator', 'installation-test'].includes(name) || name.startsWith('migrate-')
  expect(restart).toBe(ends ? 'no' : 'unless-stopped')
  expect(container.init).toBe(true)
  expect(ends || healthcheck !== undefined || image.startsWith('localhost/digital-doorbell/')).toBe(true)
})

test.each(COMPONENTS)('%s has users and keys that no other service has', (service) => {
  const own = Object.values(containerOf(service).environment).join(' ')
  const secrets = Object.keys(GIVEN).filter((key) => /_(KEYS?|PASSWORD)/.test(key) && own.includes(String(GIVEN[key])))
  const shared = secrets.filter((key) => !key.includes('PASSWORD'))
  const passwords = secrets.filter((key) => key.includes('PASSWORD'))
  expect(passwords.filter((key) => !key.endsWith(`_${service.toUpperCase()}`))).toEqual([])
  expect(shared).toEqual(KEYS_OF[service] ?? [])
})

test('each variable has a default or a sentence, and no secret has a default', () => {
  const variables = readVariables()
  const unguarded = variables.filter(({ fallback, sentence }) => (fallback === undefined) === (sentence === undefined))
  expect(unguarded).toEqual([])
  const secrets = variables.filter(({ name }) => /_(KEYS?|SECRET|PASSWORD)$|^SMTP_URL$/.test(name))
  expect(secrets.filter(({ fallback }) => fallback)).toEqual([])
  // Unused unless they are given; billing and the gateway refuse to start with BILLING=stripe and without them, and so does Grafana.
  const optional = secrets.filter(({ fallback }) => fallback === '').map(({ name }) => name)
  expect(optional.toSorted()).toEqual(['GRAFANA_PASSWORD', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
})

test('.env.example names each variable, and no other', () => {
  const text = readFileSync(join(ROOT, '.env.example'), 'utf8')
  const named = [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
  expect(named.toSorted()).toEqual(
    readVariables()
      .map(({ name }) => name)
      .toSorted(),
  )
})

test.each(Object.keys(GIVEN))('a missing %s is refused with a sentence', (name) => {
  expect(() => readContainers({ ...GIVEN, [name]: '' })).toThrow(/required variable \w+ is missing a value: (make|set) .+/)
})

test('Redis drops the same keys wherever it runs', () => {
  const policy = REDIS_MEMORY['maxmemory-policy']
  expect(containerOf('redis').command?.join(' ')).toContain(`--maxmemory-policy ${policy}`)
  expect(readFileSync(join(CHART, 'templates/bundled.yaml'), 'utf8')).toContain(`"--maxmemory-policy" "${policy}"`)
})

test('only what clients or other machines reach leaves the inner network', () => {
  const outside = all.flatMap(([name, { networks }]) => (networks.some((network) => network !== 'inside') ? [name] : []))
  const senders = Object.keys(edges).filter((service) => edges[service]?.some((target) => ['smtp', 'stripe', 'push'].includes(target)))
  const metrics = ['prometheus', 'grafana']
  const asClients = ['installation-test', 'operator']
  expect(outside.toSorted()).toEqual(['caddy', 'gateway', 'sfu', ...senders, ...asClients, ...metrics].toSorted())
  expect(metrics.flatMap((name) => containerOf(name).networks)).toEqual(['inside', 'metrics', 'metrics'])
})

test('Prometheus scrapes each part under the job that alerts and dashboards name', () => {
  const { scrape_configs: jobs, rule_files: rules } = readYaml(join(ROOT, 'scripts/compose/prometheus.yml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
    rule_files: string[]
  }
  const scraped = jobs.map(({ job_name: job, static_configs: targets }) => [job, targets.flatMap((one) => one.targets).join()])
  expect(scraped).toEqual(COMPONENTS.map((name) => [`doorbell-${name}`, `${name}:${IMAGE.HTTP_PORT}`]))
  expect(containerOf('prometheus').configs.map(({ target }) => target)).toEqual(expect.arrayContaining(rules))
})

test('metrics are published to this machine alone, unless the operator names another address', () => {
  const ports = [containerOf('prometheus'), containerOf('grafana')].flatMap((container) => container.ports)
  expect(ports).toEqual(['127.0.0.1:9090:9090', '127.0.0.1:3000:3000'])
  expect(readContainers({ ...GIVEN, METRICS_LISTEN: '10.0.0.7' }).grafana?.ports).toEqual(['10.0.0.7:3000:3000'])
})

test('each container’s configurations are files of the repository, and Grafana has every dashboard', () => {
  const files = readConfigFiles()
  const used = all.flatMap(([, { configs }]) => configs.map(({ source }) => source))
  expect(used.filter((source) => !existsSync(join(ROOT, files[source] ?? 'nowhere')))).toEqual([])
  expect(Object.keys(files).filter((name) => !used.includes(name))).toEqual([])
  const shown = containerOf('grafana').configs.flatMap(({ source }) => (files[source]?.endsWith('.json') ? [basename(files[source])] : []))
  expect(shown.toSorted()).toEqual(readdirSync(join(CHART, 'files/dashboards')).toSorted())
})

test('the installation keeps the ports of calls from outgoing connections, which Linux gives ports from 32768 on', () => {
  const turn = readFileSync(join(ROOT, 'scripts/compose/turnserver.conf'), 'utf8')
  const [relayFirst, relayLast] = ['min-port', 'max-port'].map((key) => new RegExp(`^${key}=(\\d+)$`, 'm').exec(turn)?.[1])
  const media = containerOf('sfu').ports.map((port) => /:(\d+-\d+):/.exec(port)?.[1])
  const page = readFileSync(join(ROOT, 'docs/one-host.md'), 'utf8')
  const reserved = /ip_local_reserved_ports = (\S+)'/.exec(page)?.[1]?.split(',')
  expect(reserved).toEqual([...new Set(media), `${relayFirst}-${relayLast}`])
})
