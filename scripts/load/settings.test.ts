import { expect, test } from '@jest/globals'
import { secondsOf } from './profiles.ts'
import { readSettings } from './settings.ts'

const NAMED = { SCENARIO: 'visitors', PROFILE: 'smoke' }

test('a scenario and a profile are enough', () => {
  expect(readSettings(NAMED)).toMatchObject({
    url: 'http://localhost:5000',
    label: 'visitors smoke 20s',
    forwardedFrom: undefined,
    accountsFile: undefined,
    summaryFile: undefined,
  })
})

test('an empty value counts as none', () => {
  const empty = { URL: '', SECONDS: '', ACCOUNTS: '', FORWARDED_FROM: '', SUMMARY: '' }
  expect(readSettings({ ...NAMED, ...empty })).toEqual(readSettings(NAMED))
})

test('the address of the product is its origin', () => {
  expect(readSettings({ ...NAMED, URL: 'https://bell.example.org/door?x=1' }).url).toBe('https://bell.example.org')
  expect(() => readSettings({ ...NAMED, URL: 'bell.example.org' })).toThrow('URL must be an address like https://door.example')
})

test('another length keeps the shape of the profile', () => {
  const { profile, label } = readSettings({ ...NAMED, PROFILE: 'stress', SECONDS: '24' })
  expect([secondsOf(profile), profile.stages.length, label]).toEqual([24, 8, 'visitors stress 24s'])
  expect(() => readSettings({ ...NAMED, SECONDS: '4' })).toThrow('SECONDS must be a whole number from 5 on, not "4".')
})

test('what is missing or unknown is answered with the valid names', () => {
  expect(() => readSettings({ PROFILE: 'smoke' })).toThrow(
    'Name a scenario with -e SCENARIO=…: idle, visitors, chat, dashboard, sign-in, flood, mixed.',
  )
  expect(() => readSettings({ ...NAMED, PROFILE: 'gentle' })).toThrow('There is no profile "gentle": smoke, average, stress, spike, soak.')
  expect(() => readSettings({ ...NAMED, FORWARDED_FROM: '198.18.0.0' })).toThrow(/is no range of IPv4 addresses/)
})
