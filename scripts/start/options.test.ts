import { expect, test } from '@jest/globals'
import { readOptions } from './options.ts'

// covers: L-port
test('the defaults are port 5000 and .data in the tree', () => {
  expect(readOptions([], {}, '/tree')).toMatchObject({ port: 5000, dataDir: '/tree/.data', lan: false, dev: false })
})

test('PORT and DATA_DIR override the defaults', () => {
  expect(readOptions(['--lan'], { PORT: '8123', DATA_DIR: '/elsewhere' }, '/tree')).toMatchObject({
    port: 8123,
    dataDir: '/elsewhere',
    lan: true,
  })
})

test('no browser opens when disabled, in CI, or without a terminal', () => {
  expect(readOptions([], { OPEN: '0' }, '/tree').openBrowser).toBe(false)
  expect(readOptions([], { CI: 'true' }, '/tree').openBrowser).toBe(false)
})

test('invalid options are refused with one sentence', () => {
  expect(() => readOptions([], { PORT: 'http' }, '/tree')).toThrow('PORT must be a number from 1 to 65535, not "http".')
  expect(() => readOptions([], { PUBLIC_URL: 'https://example.org/bell' }, '/tree')).toThrow('PUBLIC_URL must be the address alone')
  expect(() => readOptions(['--wlan'], {}, '/tree')).toThrow('--wlan is not known here')
})
