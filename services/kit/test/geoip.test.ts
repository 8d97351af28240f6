import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { PLACES_FILE } from '#scripts/testing/places.ts'
import { openGeoIp } from '../src/geoip.ts'

const folder = mkdtempSync(join(tmpdir(), 'geoip-'))
afterAll(() => rmSync(folder, { recursive: true }))

const locate = openGeoIp(PLACES_FILE)

test.each([
  ['127.50.0.1', 'Berlin, Germany'],
  ['127.50.255.254', 'Berlin, Germany'],
  ['127.51.7.9', 'Iceland'],
  ['127.51.8.9', 'Unknown'],
  ['2001:db8:1:2::/64', 'São Paulo, Brazil'],
  ['2001:db8:2:2::/64', 'Unknown'],
  ['unknown', 'Unknown'],
  ['', 'Unknown'],
])('%s is in %s', (address, location) => {
  for (const _ of [1, 2]) expect(locate(address)).toBe(location)
})

test('without a database every location is unknown', () => {
  expect(openGeoIp(undefined)('127.50.0.1')).toBe('Unknown')
})

test('a missing or damaged database is refused at the start', () => {
  const damaged = join(folder, 'damaged.mmdb')
  writeFileSync(damaged, 'not a database')
  for (const file of [damaged, join(folder, 'missing.mmdb')]) expect(() => openGeoIp(file)).toThrow(/^configuration: GEOIP_FILE/)
})
