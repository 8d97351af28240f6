import { expect, test } from '@jest/globals'
import { composeEnvironment, type Facts } from './environment.ts'

const facts: Facts = {
  port: 5000,
  publicUrl: 'http://localhost:5000',
  postgresUrl: 'postgres://doorbell:pw@127.0.0.1:5432/postgres',
  redisUrl: 'redis://:pw@127.0.0.1:6379',
  natsUrl: 'nats://doorbell:pw@127.0.0.1:4222',
  secrets: { postgres: 'p', redis: 'r', nats: 'n', visitorTokenKey: 'visitor-key', internalKey: 'internal-key' },
  filesDir: '/data/files',
  webDist: '/tree/web/dist',
  mediaWorker: '/cache/mediasoup-worker',
  compileCache: '/cache/compiled',
  withDatabase: ['auth', 'doorbell'],
}

test('a service gets its own database only', () => {
  expect(composeEnvironment('auth', facts, {}).DATABASE_URL).toBe('postgres://doorbell:pw@127.0.0.1:5432/doorbell_auth')
  expect(composeEnvironment('gateway', facts, {})).not.toHaveProperty('DATABASE_URL')
})

test("the visitor's key reaches only the services that sign or verify with it", () => {
  for (const service of ['gateway', 'doorbell']) expect(composeEnvironment(service, facts, {}).VISITOR_TOKEN_KEY).toBe('visitor-key')
  for (const service of ['auth', 'billing', 'sfu', 'signaling'])
    expect(composeEnvironment(service, facts, {})).not.toHaveProperty('VISITOR_TOKEN_KEY')
})

test("the mailbox's key reaches only the gateway, and only the generated one", () => {
  const inherited = { DEV_KEY: "the operator's" }
  expect(composeEnvironment('gateway', { ...facts, devKey: 'dev-key' }, inherited).DEV_KEY).toBe('dev-key')
  expect(composeEnvironment('gateway', facts, inherited)).not.toHaveProperty('DEV_KEY')
  expect(composeEnvironment('auth', { ...facts, devKey: 'dev-key' }, inherited)).not.toHaveProperty('DEV_KEY')
})

test("services get the operator's settings but not npm's or the server addresses", () => {
  const inherited = { RING_LIFE_MS: '2000', npm_config_cache: '/x', DATABASE_URL: 'postgres://root@db/all', PATH: '/bin' }
  expect(composeEnvironment('sfu', facts, inherited)).toMatchObject({ RING_LIFE_MS: '2000', PATH: '/bin' })
  expect(composeEnvironment('sfu', facts, inherited)).not.toHaveProperty('DATABASE_URL')
  expect(composeEnvironment('sfu', facts, inherited)).not.toHaveProperty('npm_config_cache')
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
  for (const service of ['auth', 'doorbell'])
    expect(composeEnvironment(service, facts, inherited)).toMatchObject({ FILES: 's3', S3_SECRET_KEY: 'hidden', FILES_DIR: '/data/files' })
  for (const service of ['gateway', 'billing', 'sfu'])
    expect(Object.keys(composeEnvironment(service, facts, inherited)).filter((key) => /^(FILES|S3_)/.test(key))).toEqual([])
})
