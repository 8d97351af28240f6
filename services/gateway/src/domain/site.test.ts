import { expect, test } from '@jest/globals'
import { comesFromUs, createSite, isAtHome } from './site.ts'

const home = createSite({ publicUrl: 'http://localhost:5000', port: 5000, embedded: true, lanOrigins: ['https://192.0.2.5:5000'] })
const production = createSite({ publicUrl: 'https://bell.example', port: 5000, embedded: false, lanOrigins: [] })

test('another host, scheme or port is another origin', () => {
  expect(comesFromUs(home, { origin: 'http://127.0.0.1:5000' })).toBe(true)
  for (const origin of ['http://localhost:5001', 'https://localhost:5000', 'http://evil.example', 'null'])
    expect(comesFromUs(home, { origin })).toBe(false)
})

test('what is no browser is taken on its cookie alone, a cross-site browser is not', () => {
  expect(comesFromUs(home, {})).toBe(true)
  expect(comesFromUs(home, { 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(comesFromUs(home, { 'sec-fetch-site': 'cross-site' })).toBe(false)
})

test('only announced hosts are answered', () => {
  expect(home.allowsHost('[::1]:5000')).toBe(true)
  expect(home.allowsHost('192.0.2.5:5000')).toBe(true)
  expect(home.allowsHost('evil.example')).toBe(false)
  expect(production.allowsHost('localhost:5000')).toBe(false)
  expect(production.allowsHost('bell.example')).toBe(true)
})

test('the mailbox opens at home only: loopback peer, loopback host, nothing forwarded', () => {
  expect(isAtHome(home, '127.0.0.1', { host: 'localhost:5000' })).toBe(true)
  expect(isAtHome(home, '::ffff:127.0.0.1', { host: 'localhost:5000' })).toBe(true)
  expect(isAtHome(home, '192.0.2.9', { host: 'localhost:5000' })).toBe(false)
  expect(isAtHome(home, '127.0.0.1', { host: 'tunnel.example' })).toBe(false)
  expect(isAtHome(home, '127.0.0.1', { host: 'localhost:5000', 'x-forwarded-for': '1.1.1.1' })).toBe(false)
  expect(isAtHome(home, '127.0.0.1', { host: 'localhost:5000', via: '1.1 proxy' })).toBe(false)
  expect(isAtHome(production, '127.0.0.1', { host: 'localhost:5000' })).toBe(false)
})
