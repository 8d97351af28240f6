import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { readConfig } from '#kit/config.ts'
import { ownerOf, SERVICES } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { servicesWithDatabase } from '../database/migrate.ts'
import { configSchemaOf } from '../start/config-schemas.ts'
import { newPushKey } from '../start/secrets.ts'
import { edges, keys, settings } from './edges.ts'

/** The settings of the chart for an edge to this server. */
const CONNECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nats: { NATS_URL: 'nats://nats.test:4222' },
  redis: { REDIS_URL: 'redis://redis.test:6379' },
  postgres: { DATABASE_URL: 'postgres://postgres.test/doorbell' },
  smtp: { SMTP_URL: 'smtps://mail.test' },
  s3: { FILES: 's3', S3_ENDPOINT: 'https://s3.test', S3_BUCKET: 'photos', S3_REGION: 'x', S3_ACCESS_KEY: 'x', S3_SECRET_KEY: 'x' },
  stripe: { STRIPE_SECRET_KEY: 'sk_test_x' },
  breach: { PASSWORD_BREACH_URL: 'https://breached.test/range' },
  push: { PUSH_HOSTS: 'push.test:8443', PUSH_PROXY: 'http://proxy.test:3128', OUTBOUND_PRIVATE_HOSTS: 'home.test:8123' },
}
/** Values that fit the settings whose value comes from the operator. */
const VALUES: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://bell.test',
  TRUSTED_PROXIES: 'none',
  MAIL_FROM: 'Doorbell <bell@bell.test>',
  TURN_URLS: 'turn:turn.test:3478',
  BILLING: 'stripe',
  STRIPE_PRICE_ID: 'price_x',
  PUSH_CONTACT: 'mailto:bell@bell.test',
  SUPPORT_EMAIL: 'help@bell.test',
  REGISTRATION: 'closed',
  PASSWORD_BREACH_URL: 'https://breached.test/range',
  GEOIP_FILE: '/geoip/places.mmdb',
  LEGAL_IMPRINT_URL: 'https://bell.test/imprint',
  LEGAL_PRIVACY_URL: 'https://bell.test/privacy',
  LEGAL_TERMS_URL: 'https://bell.test/terms',
  LEGAL_SECURITY_CONTACT: 'mailto:security@bell.test',
}
/** The image's environment, and what the sfu's own template adds. */
const IMAGE = { NODE_ENV: 'production', HOST: '0.0.0.0', HTTP_PORT: '8080', MEDIA_LISTEN: '10.0.0.1' }

const services = ['gateway', ...SERVICES]

async function schemaOf(service: string) {
  const schema = await configSchemaOf(service)
  if (!schema) throw new Error(`${service} has no configuration`)
  return schema
}

test('each service, the migrations and the operator have edges, and nothing else has', () => {
  expect(Object.keys(edges).toSorted()).toEqual([...services, 'migrate', 'operator'].toSorted())
  expect(edges).toMatchObject({ migrate: ['postgres'], operator: ['nats'] })
  expect(services.filter((service) => edges[service]?.includes('postgres')).toSorted()).toEqual(servicesWithDatabase(ROOT).toSorted())
})

test.each(services)('%s connects to the servers that its configuration names', async (service) => {
  const { shape } = await schemaOf(service)
  const named = Object.entries(CONNECTIONS).filter(([, variables]) => Object.keys(variables).some((key) => key in shape))
  const servers = edges[service]?.filter((target) => target in CONNECTIONS)
  expect(servers?.toSorted()).toEqual(named.map(([server]) => server).toSorted())
})

test('the gateway connects to the services that own bytes, and another service to whom it sends some', () => {
  const toServices = Object.entries(edges).flatMap(([from, targets]) =>
    targets.filter((target) => services.includes(target)).map((target) => `${from} ${target}`),
  )
  const piped = operations.filter(({ http }) => http?.body === 'raw' || http?.answer === 'stream')
  const owners = [...new Set(piped.map(({ name }) => ownerOf(name)))].filter((owner) => owner !== 'gateway')
  const senders = operations.flatMap(({ name, bytes, from = [] }) => (bytes ? from.map((sender) => `${sender} ${ownerOf(name)}`) : []))
  expect(toServices.toSorted()).toEqual([...owners.map((owner) => `gateway ${owner}`), ...senders].toSorted())
})

/** The names of external servers in docs/security.md. */
const OUTSIDE: Readonly<Record<string, string>> = {
  smtp: 'SMTP',
  s3: 'bucket',
  stripe: 'Stripe',
  push: 'push services',
  breach: 'breached passwords',
}

test('docs/security.md lists the connections between services and to the servers of others', () => {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('\n## Connections\n')
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
  const isListed = (from: string, to: string) => rows.some(([, by = '', whom = '']) => by.split(', ').includes(from) && whom.includes(to))
  const named = Object.entries(edges).flatMap(([from, targets]) => targets.map((target) => ({ from, to: OUTSIDE[target] ?? target })))
  const wanted = named.filter(({ to }) => services.includes(to) || Object.values(OUTSIDE).includes(to))
  expect(wanted.filter(({ from, to }) => !isListed(from, to))).toEqual([])
})

test.each(services)('%s gets each secret key that its configuration names, and no other', async (service) => {
  const { shape } = await schemaOf(service)
  const secrets = Object.keys(shape).filter((key) => /_(KEYS?|SECRET)$/.test(key) && !key.startsWith('S3_') && key !== 'DEV_KEY')
  expect(Object.keys(keys[service] ?? {}).toSorted()).toEqual(secrets.toSorted())
})

test.each(services)('%s knows each variable that the chart sets', async (service) => {
  const { shape } = await schemaOf(service)
  const set = [keys[service], settings[service], ...(edges[service] ?? []).map((target) => CONNECTIONS[target])]
  expect(set.flatMap((variables) => Object.keys(variables ?? {})).filter((key) => !(key in shape))).toEqual([])
})

/** The settings of the chart for a service, with every condition of its tables true. */
function environmentOf(service: string): Readonly<Record<string, string>> {
  const secrets = Object.keys(keys[service] ?? {}).map((key) => [key, key === 'PUSH_KEYS' ? newPushKey() : 'x'.repeat(48)])
  const plain = Object.entries(settings[service] ?? {}).map(([key, value]) => [key, value === '' ? VALUES[key] : value])
  const connections = (edges[service] ?? []).map((target) => CONNECTIONS[target])
  return Object.assign({}, IMAGE, ...connections, Object.fromEntries([...secrets, ...plain]))
}

test.each(services)('%s starts in production with what the chart sets', async (service) => {
  const schema = await schemaOf(service)
  expect(() => readConfig(schema, environmentOf(service))).not.toThrow()
})

test.each(['gateway', 'billing'])('%s starts without Stripe, and not with Stripe and none of its keys', async (service) => {
  const plain = Object.entries(environmentOf(service)).filter(([key]) => !key.startsWith('STRIPE_'))
  const schema = await schemaOf(service)
  expect(() => readConfig(schema, { ...Object.fromEntries(plain), BILLING: 'off' })).not.toThrow()
  expect(() => readConfig(schema, Object.fromEntries(plain))).toThrow('needed with BILLING=stripe')
})
