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
  for (const unknown of ['--wlan', '--lan=1', '-l', 'lan', '--doorbells']) {
    const [name] = unknown.split('=')
    expect(() => readOptions([unknown], {}, '/tree')).toThrow(`${name} is not known here: npm start -- [--lan] [--dev] [--verbose] `)
  }
})

test('one copy of each service runs, or as many as the option of its name says', () => {
  expect(Object.values(readOptions([], {}, '/tree').copies)).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
  const { copies, lan } = readOptions(['--gateway', '2', '--lan', '--doorbell=2', '--sfu', '8'], {}, '/tree')
  expect([copies, lan]).toEqual([{ ...copies, gateway: 2, doorbell: 2, sfu: 8, auth: 1 }, true])
})

test.each(['0', '9', '-1', '2.5', '1e0', 'two', '', '--lan'])('"%s" copies are refused with one sentence', (count) => {
  expect(() => readOptions(['--doorbell', count], {}, '/tree')).toThrow(`--doorbell takes a number of copies from 1 to 8, not "${count}".`)
})

test('a count that is missing is refused with one sentence', () => {
  expect(() => readOptions(['--gateway'], {}, '/tree')).toThrow('--gateway takes a number of copies from 1 to 8.')
})

test('several copies of the sfu do not share one port', () => {
  expect(() => readOptions(['--sfu', '2'], { MEDIA_PORT: '40000' }, '/tree')).toThrow('MEDIA_PORT is for one sfu')
  expect(readOptions(['--sfu', '2'], { MEDIA_PORT_RANGE: '40000-40007' }, '/tree').copies.sfu).toBe(2)
})
