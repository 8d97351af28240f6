import { expect, test } from '@jest/globals'
import { readOptions } from './options.ts'

const read = (...args: string[]) => readOptions(args, {})

test('what follows a second -- goes to k6 as it is', () => {
  const options = read('mixed', 'smoke', '--seconds', '30', '--', '--out', 'csv=x.csv', '--quiet=false')
  expect(options).toMatchObject({ scenario: 'mixed', profileName: 'smoke', seconds: '30', k6: ['--out', 'csv=x.csv', '--quiet=false'] })
  expect(read('mixed', 'smoke')).toMatchObject({ k6: [] })
})

test('an option of k6 before the second -- is refused', () => {
  expect(() => read('mixed', 'smoke', '--out', 'csv=x.csv')).toThrow(/Unknown option '--out'/)
})

test('calls take no options of k6', () => {
  expect(() => read('calls', 'smoke', '--', '--out', 'csv=x.csv')).toThrow('calls run in browsers, without k6')
})

test('a load on another machine needs addresses, a removal of its accounts does not', () => {
  expect(() => read('mixed', 'smoke', '--url', 'https://bell.example.org')).toThrow(/counts its limits by address/)
  expect(read('clean', '--url', 'https://bell.example.org')).toMatchObject({
    command: 'clean',
    url: 'https://bell.example.org',
    senders: { by: 'local-ips', range: { first: 0, count: 1 } },
  })
})

test('a scenario or profile that does not exist is answered with those that do', () => {
  expect(() => read('storm', 'smoke')).toThrow(/^There is no scenario "storm": idle, visitors, .*, calls\.$/)
  expect(() => read('calls')).toThrow('Name a profile: smoke, average, stress, spike, soak.')
})
