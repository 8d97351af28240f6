import { expect, test } from '@jest/globals'
import { comesFromUs, createSite, isLocalRequest } from './site.ts'

const home = createSite({ publicUrl: 'http://localhost:5000', port: 5000, embedded: true, lanOrigins: ['https://192.0.2.5:5000'] })
const production = createSite({ publicUrl: 'https://bell.example', port: 5000, embedded: false, lanOrigins: [] })

test('another host, scheme or port is another origin', () => {
  expect(comesFromUs(home, { origin: 'http://127.0.0.1:5000' })).toBe(true)
  for (const origin of ['http://localhost:5001', 'https://localhost:5000', 'http://evil.example', 'null'])
    expect(comesFromUs(home, { origin })).toBe(false)
})

test('a request without browser headers passes, a cross-site browser does not', () => {
  expect(comesFromUs(home, {})).toBe(true)
  expect(comesFromUs(home, { 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(comesFromUs(home, { 'sec-fetch-site': 'cross-site' })).toBe(false)
})

test('only configured hosts are served', () => {
  expect(home.allowsHost('[::1]:5000')).toBe(true)
  expect(home.allowsHost('192.0.2.5:5000')).toBe(true)
  expect(home.allowsHost('evil.example')).toBe(false)
  expect(production.allowsHost('localhost:5000')).toBe(false)
  expect(production.allowsHost('bell.example')).toBe(true)
})

test('the default port may be written in Host, another one and Origin not', () => {
  for (const host of ['bell.example:443', 'BELL.example:443', 'bell.example:']) expect(production.allowsHost(host)).toBe(true)
  for (const host of ['bell.example:80', 'bell.example:4430', 'bell.example:443:443']) expect(production.allowsHost(host)).toBe(false)
  expect(comesFromUs(production, { origin: 'https://bell.example:443' })).toBe(false)
  const plain = createSite({ publicUrl: 'http://bell.example', port: 5000, embedded: false, lanOrigins: [] })
  expect([plain.allowsHost('bell.example:80'), plain.allowsHost('bell.example:443')]).toEqual([true, false])
})

test('a local request has a loopback peer and host and no forwarding header', () => {
  expect(isLocalRequest('127.0.0.1', { host: 'localhost:5000' })).toBe(true)
  expect(isLocalRequest('::ffff:127.0.0.1', { host: 'localhost:5000' })).toBe(true)
  expect(isLocalRequest('192.0.2.9', { host: 'localhost:5000' })).toBe(false)
  expect(isLocalRequest('127.0.0.1', { host: 'tunnel.example' })).toBe(false)
  expect(isLocalRequest('127.0.0.1', { host: 'localhost:5000', 'x-forwarded-for': '1.1.1.1' })).toBe(false)
  expect(isLocalRequest('127.0.0.1', { host: 'localhost:5000', via: '1.1 proxy' })).toBe(false)
})

test('development pages are served only locally and on the home network', () => {
  const lanOrigins = ['https://192.0.2.5:5000']
  const hasDevPages = (publicUrl: string, embedded = true) => createSite({ publicUrl, port: 5000, embedded, lanOrigins }).hasDevPages
  for (const own of ['http://localhost:5000', 'http://127.0.0.2:5000', 'http://[::1]:5000', 'https://192.0.2.5:5000'])
    expect([own, hasDevPages(own)]).toEqual([own, true])
  for (const other of ['https://bell.example', 'http://127.0.0.1.bell.example', 'http://192.0.2.5:5000'])
    expect([other, hasDevPages(other)]).toEqual([other, false])
  expect(hasDevPages('http://localhost:5000', false)).toBe(false)
})
