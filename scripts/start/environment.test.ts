import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { SERVICES } from '#proto/operation.ts'
import { ROOT } from '../bootstrap/launch.mjs'
import { composeEnvironment, composeFrontEnvironment, type Facts, usesLocalStripe } from './environment.ts'

const facts: Facts = {
  port: 5000,
  publicUrl: 'http://localhost:5000',
  postgresUrl: (service) => `postgres of ${service}`,
  redisUrl: (service) => `redis of ${service}`,
  natsUrl: (service) => `nats of ${service}`,
  visitorTokenKeys: ['new-key', 'old-key'],
  internalKey: (owner) => `key of gateway and ${owner}`,
  attemptKey: 'attempt-key',
  factorKey: 'factor-key',
  pushKeys: 'push-keys',
  filesDir: '/data/files',
  webDist: '/tree/web/dist',
  mediaWorker: '/cache/mediasoup-worker',
  ffmpeg: { ffmpeg: '/cache/ffmpeg', ffprobe: '/cache/ffprobe' },
  compileCache: '/cache/compiled',
  withDatabase: ['auth', 'doorbell'],
}

const services = ['gateway', ...SERVICES] as const

test('a service gets its own database only', () => {
  expect(composeEnvironment('auth', facts, {}).DATABASE_URL).toBe('postgres of auth')
  expect(composeEnvironment('gateway', facts, {})).not.toHaveProperty('DATABASE_URL')
})

test('the gateway keeps few heaps, as its image does', () => {
  const [, image] = /^ENV MALLOC_ARENA_MAX=(\d+)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? []
  expect(composeEnvironment('gateway', facts, {}).MALLOC_ARENA_MAX).toBe(image)
})

test('each service connects to NATS as itself, and to Redis only where it uses it', () => {
  for (const service of services) expect(composeEnvironment(service, facts, {}).NATS_URL).toBe(`nats of ${service}`)
  const users = services.filter((service) => composeEnvironment(service, facts, {}).REDIS_URL === `redis of ${service}`)
  expect(users).toEqual(['gateway', 'security', 'signaling', 'sfu'])
  for (const service of ['auth', 'doorbell', 'billing', 'notify'] as const)
    expect(composeEnvironment(service, facts, {})).not.toHaveProperty('REDIS_URL')
})

test("the visitor's keys reach only the services that sign or verify with them", () => {
  const holders = services.filter((service) => composeEnvironment(service, facts, {}).VISITOR_TOKEN_KEY === 'new-key,old-key')
  expect(holders).toEqual(['gateway', 'doorbell'])
  for (const service of ['auth', 'billing', 'sfu', 'signaling', 'security', 'notify'] as const)
    expect(composeEnvironment(service, facts, { VISITOR_TOKEN_KEY: 'x' })).not.toHaveProperty('VISITOR_TOKEN_KEY')
})

test('a key between two services reaches these two alone', () => {
  const holders = (key: string) => services.filter((service) => Object.values(composeEnvironment(service, facts, {})).includes(key))
  expect(holders('key of gateway and auth')).toEqual(['gateway', 'auth'])
  expect(holders('key of gateway and doorbell')).toEqual(['gateway', 'doorbell'])
})

test("the operator's secrets reach only the service that needs them", () => {
  const inherited = { SMTP_URL: 'smtp://user:hidden@mail', TURN_SECRET: 'hidden', ICE_SERVERS: '[]' }
  const holders = (name: string) => services.filter((service) => name in composeEnvironment(service, facts, inherited))
  expect([holders('SMTP_URL'), holders('TURN_SECRET'), holders('ICE_SERVERS')]).toEqual([['auth'], ['signaling'], ['signaling']])
})

test('the keys of pushes reach only notify', () => {
  const holders = services.filter((service) => Object.values(composeEnvironment(service, facts, {})).includes(facts.pushKeys))
  expect(holders).toEqual(['notify'])
  for (const service of services.filter((name) => name !== 'notify'))
    expect(composeEnvironment(service, facts, { PUSH_KEYS: 'x' })).not.toHaveProperty('PUSH_KEYS')
})

test("the second factors' key reaches only auth", () => {
  expect(composeEnvironment('auth', facts, {}).FACTOR_KEY).toBe('factor-key')
  for (const service of services.filter((name) => name !== 'auth'))
    expect(composeEnvironment(service, facts, {})).not.toHaveProperty('FACTOR_KEY')
})

test("the mailbox's key reaches only the gateway, and only the generated one", () => {
  const inherited = { DEV_KEY: "the operator's" }
  expect(composeEnvironment('gateway', { ...facts, devKey: 'dev-key' }, inherited).DEV_KEY).toBe('dev-key')
  expect(composeEnvironment('gateway', facts, inherited)).not.toHaveProperty('DEV_KEY')
  expect(composeEnvironment('auth', { ...facts, devKey: 'dev-key' }, inherited)).not.toHaveProperty('DEV_KEY')
})

const stripe = { url: 'http://127.0.0.1:4242', secretKey: 'sk_local', webhookSecret: 'whsec_local', priceId: 'price_1' }

test("Stripe's keys reach the service that uses each, from the operator or from the local Stripe", () => {
  const operator = { STRIPE_SECRET_KEY: 'sk_live', STRIPE_WEBHOOK_SECRET: 'whsec_live', STRIPE_PRICE_ID: 'price_live' }
  const holders = (name: string, of: Facts, inherited: NodeJS.ProcessEnv) =>
    services.filter((service) => name in composeEnvironment(service, of, inherited))
  const cases: readonly [Facts, NodeJS.ProcessEnv][] = [
    [facts, operator],
    [{ ...facts, stripe }, {}],
  ]
  for (const [of, inherited] of cases) {
    expect(holders('STRIPE_SECRET_KEY', of, inherited)).toEqual(['billing'])
    expect(holders('STRIPE_WEBHOOK_SECRET', of, inherited)).toEqual(['gateway'])
    expect(composeEnvironment('billing', of, inherited).BILLING).toBe('stripe')
  }
  expect(composeEnvironment('billing', { ...facts, stripe }, {})).toMatchObject({
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: 'sk_local',
  })
  expect(composeEnvironment('billing', facts, { ...operator, BILLING: 'off' }).BILLING).toBe('off')
})

test('the local Stripe is for an address of this machine, where nothing else was chosen', () => {
  expect(usesLocalStripe({}, 'http://localhost:5000')).toBe(true)
  expect(usesLocalStripe({}, 'https://door.example.org')).toBe(false)
  expect(usesLocalStripe({}, 'https://192.168.1.7:5000')).toBe(false)
  expect(usesLocalStripe({ BILLING: 'off' }, 'http://localhost:5000')).toBe(false)
  expect(usesLocalStripe({ STRIPE_SECRET_KEY: 'sk_live' }, 'http://localhost:5000')).toBe(false)
})

test('a service gets the settings that its configuration reads, and no others', () => {
  const inherited = { RING_LIFE_MS: '2000', MEDIA_PORT: '4000', LOG_LEVEL: 'debug', DATABASE_URL: 'postgres://root@db/all' }
  expect(composeEnvironment('doorbell', facts, inherited)).toMatchObject({ RING_LIFE_MS: '2000', LOG_LEVEL: 'debug' })
  expect(composeEnvironment('doorbell', facts, inherited)).not.toHaveProperty('MEDIA_PORT')
  expect(composeEnvironment('sfu', facts, inherited)).toMatchObject({ MEDIA_PORT: '4000', LOG_LEVEL: 'debug' })
  for (const name of ['RING_LIFE_MS', 'DATABASE_URL']) expect(composeEnvironment('sfu', facts, inherited)).not.toHaveProperty(name)
})

test("the operator's other secrets reach no service", () => {
  const shell = {
    GITHUB_TOKEN: 'x',
    PGPASSWORD: 'x',
    SSH_AUTH_SOCK: 'x',
    KUBECONFIG: 'x',
    NODE_OPTIONS: 'x',
    npm_config_cache: 'x',
    LAN_ADDRESSES: 'x',
  }
  for (const service of services) expect(Object.values(composeEnvironment(service, facts, shell))).not.toContain('x')
})

test('what programs need of the shell reaches every service', () => {
  const shell = { PATH: '/bin', HOME: '/root', LC_ALL: 'C', TZ: 'UTC', NODE_EXTRA_CA_CERTS: '/ca.pem', https_proxy: 'http://proxy' }
  for (const service of services) expect(composeEnvironment(service, facts, shell)).toMatchObject(shell)
})

test('mail stays in the mailbox until SMTP is configured', () => {
  expect(composeEnvironment('auth', facts, {}).MAIL).toBe('mailbox')
  expect(composeEnvironment('auth', facts, { SMTP_URL: 'smtp://mail' }).MAIL).toBe('smtp')
})

test('media listens on loopback, and on the home network once announced', () => {
  expect(composeEnvironment('sfu', facts, {}).MEDIA_LISTEN).toBe('127.0.0.1')
  const lan = { origins: ['https://192.168.1.7:5000'], addresses: ['192.168.1.7', '10.0.0.3'], certFile: '/c', keyFile: '/k' }
  expect(composeEnvironment('sfu', { ...facts, lan }, {}).MEDIA_LISTEN).toBe('192.168.1.7,10.0.0.3')
  expect(composeEnvironment('gateway', { ...facts, lan }, {})).toMatchObject({
    HOST: '127.0.0.1',
    LAN_ADDRESSES: '192.168.1.7,10.0.0.3',
    TLS_CERT_FILE: '/c',
  })
})

test("the file store's keys reach only the services that store files", () => {
  const inherited = { FILES: 's3', S3_SECRET_KEY: 'hidden', FILES_DIR: '/elsewhere' }
  for (const service of ['auth', 'doorbell'] as const)
    expect(composeEnvironment(service, facts, inherited)).toMatchObject({ FILES: 's3', S3_SECRET_KEY: 'hidden', FILES_DIR: '/data/files' })
  for (const service of ['gateway', 'billing', 'sfu'] as const)
    expect(Object.keys(composeEnvironment(service, facts, inherited)).filter((key) => /^(FILES|S3_)/.test(key))).toEqual([])
})

const LAN = { origins: ['https://192.168.1.7:5000'], addresses: ['192.168.1.7'], certFile: '/c', keyFile: '/k' }

test('of several gateways only their front listens at the product’s port and on the home network', () => {
  const withLan = { ...facts, lan: LAN }
  const copy = composeEnvironment('gateway', withLan, {}, { name: 'gateway-2', isBehindFront: true })
  expect(copy).toMatchObject({ HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'http://localhost:5000' })
  for (const name of ['LAN_ADDRESSES', 'TLS_CERT_FILE', 'TLS_KEY_FILE']) expect(copy).not.toHaveProperty(name)
  const own = ['http://localhost:5000', 'http://127.0.0.1:5000', 'http://[::1]:5000', 'https://192.168.1.7:5000']
  expect(copy.LAN_ORIGINS?.split(',')).toEqual(own)
  expect(composeFrontEnvironment(withLan, {})).toMatchObject({
    HOST: '127.0.0.1',
    PORT: '5000',
    LAN_ADDRESSES: '192.168.1.7',
    TLS_KEY_FILE: '/k',
  })
})

test('a gateway trusts its front as well as the operator’s proxies, and the front those alone', () => {
  const trustedBy = (TRUSTED_PROXIES?: string) => {
    const inherited = TRUSTED_PROXIES === undefined ? {} : { TRUSTED_PROXIES }
    const copy = composeEnvironment('gateway', facts, inherited, { name: 'gateway', isBehindFront: true })
    return [copy.TRUSTED_PROXIES, composeFrontEnvironment(facts, inherited).TRUSTED_PROXIES]
  }
  expect(trustedBy()).toEqual(['127.0.0.1/32', undefined])
  expect(trustedBy('none')).toEqual(['127.0.0.1/32', 'none'])
  expect(trustedBy('10.0.0.0/8')).toEqual(['10.0.0.0/8,127.0.0.1/32', '10.0.0.0/8'])
})

test('the front gets no key', () => {
  const values = Object.values(
    composeFrontEnvironment({ ...facts, devKey: 'dev-key' }, { STRIPE_SECRET_KEY: 'sk_live', SMTP_URL: 'smtp://mail' }),
  )
  for (const secret of [...facts.visitorTokenKeys, 'dev-key', 'sk_live', 'smtp://mail', facts.natsUrl('gateway')])
    expect(values).not.toContain(secret)
})

test('the metrics of each copy of the sfu have a name of their own', () => {
  const of = (name: string, inherited: NodeJS.ProcessEnv) =>
    composeEnvironment('sfu', facts, inherited, { name, isBehindFront: false }).METRICS_COPY
  expect([of('sfu', { METRICS_PORT: '40100' }), of('sfu-2', { METRICS_PORT: '40100' }), of('sfu-2', {})]).toEqual([
    'sfu',
    'sfu-2',
    undefined,
  ])
})
