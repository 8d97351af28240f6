import { expect, test } from '@jest/globals'
import { readConfig } from '#kit/config.ts'
import { listenOf, metricsPortOf, portsOf, SfuConfig } from '../src/config.ts'

const read = (env: Readonly<Record<string, string>>) =>
  readConfig(SfuConfig, { NATS_URL: 'nats://here', REDIS_URL: 'redis://here', MEDIA_WORKERS: '2', ...env })

test('workers share a range, and number upwards from a port', () => {
  const range = read({ MEDIA_PORT_RANGE: '40000-40099' })
  expect([portsOf(range, 0), portsOf(range, 1)]).toEqual([
    { first: 40_000, last: 40_099 },
    { first: 40_000, last: 40_099 },
  ])
  expect(portsOf(read({ MEDIA_PORT: '40000' }), 1)).toEqual({ first: 40_001, last: 40_001 })
  expect(portsOf(read({}), 0)).toBeUndefined()
})

test('a port and a range exclude each other', () => {
  expect(() => read({ MEDIA_PORT: '40000', MEDIA_PORT_RANGE: '40000-40099' })).toThrow(
    'MEDIA_PORT_RANGE excludes MEDIA_PORT: set one of the two',
  )
})

test.each(['40000', '40099-40000', '0-10', '40000-70000', 'a-b', '40000 - 40099'])('the range %s is refused', (range) => {
  expect(() => read({ MEDIA_PORT_RANGE: range })).toThrow('MEDIA_PORT_RANGE must be two ports from 1 to 65535, the lower one first')
})

test('a range with fewer ports than workers is refused', () => {
  expect(read({ MEDIA_PORT_RANGE: '40000-40001' }).MEDIA_PORT_RANGE).toEqual({ first: 40_000, last: 40_001 })
  expect(() => read({ MEDIA_PORT_RANGE: '40000-40000' })).toThrow('has fewer ports than there are media workers (2)')
})

test.each(['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '127.0.0.1,0.0.0.0'])(
  'listening on %s needs the address that clients reach',
  (MEDIA_LISTEN) => {
    expect(() => read({ MEDIA_LISTEN })).toThrow("MEDIA_ADDRESS must be this node's address as clients reach it")
    expect(() => read({ MEDIA_LISTEN, MEDIA_ADDRESS: '0.0.0.0' })).toThrow("MEDIA_ADDRESS must be this node's address")
    expect(read({ MEDIA_LISTEN, MEDIA_ADDRESS: '203.0.113.7' }).MEDIA_ADDRESS).toBe('203.0.113.7')
    expect(read({ MEDIA_LISTEN, MEDIA_ADDRESS: 'media.example' }).MEDIA_ADDRESS).toBe('media.example')
  },
)

test('production asks where to listen, other starts use loopback', () => {
  const production = { NODE_ENV: 'production' }
  expect(() => read(production)).toThrow('MEDIA_LISTEN is required in production: set an address that clients reach')
  expect(() => read({ ...production, MEDIA_ADDRESS: '203.0.113.7' })).toThrow('MEDIA_LISTEN is required in production')
  expect(listenOf(read({ ...production, EMBEDDED: '1' }))).toEqual(['127.0.0.1'])
  expect(listenOf(read({}))).toEqual(['127.0.0.1'])
  expect(listenOf(read({ ...production, MEDIA_LISTEN: '192.0.2.1' }))).toEqual(['192.0.2.1'])
})

test('metrics of a node’s own network need a port beside those of media, and the name of the copy', () => {
  const node = { MEDIA_LISTEN: '192.0.2.1', MEDIA_PORT_RANGE: '40000-40099' }
  const at = read({ ...node, METRICS_PORT: '40100', METRICS_COPY: 'bell-doorbell-sfu-7c9f8d-x2x4z' })
  expect(metricsPortOf(at)).toEqual({ address: '192.0.2.1', port: 40_100, copy: 'bell-doorbell-sfu-7c9f8d-x2x4z' })
  expect(metricsPortOf(read(node))).toBeUndefined()
  expect(() => read({ ...node, METRICS_PORT: '40100' })).toThrow('METRICS_COPY is needed with METRICS_PORT')
  expect(() => read({ ...node, METRICS_PORT: '40099', METRICS_COPY: 'a' })).toThrow('METRICS_PORT is within MEDIA_PORT_RANGE')
})
