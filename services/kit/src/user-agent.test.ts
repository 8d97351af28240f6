import { expect, test } from '@jest/globals'
import { describeUserAgent } from './user-agent.ts'

const CHROME_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const SAFARI_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

test('a desktop browser is named with its system', () => {
  expect(describeUserAgent(CHROME_WINDOWS)).toEqual({
    device: 'Chrome on Windows',
    deviceType: 'desktop',
    browser: 'Chrome',
    platform: 'Windows',
  })
})

test('an Apple phone is named by its model', () => {
  expect(describeUserAgent(SAFARI_IPHONE)).toEqual({
    device: 'Safari on iPhone',
    deviceType: 'mobile',
    browser: 'Safari',
    platform: 'iPhone',
  })
})

test('an empty or odd user agent is an unknown device', () => {
  expect(describeUserAgent('').device).toBe('Unknown device')
  expect(describeUserAgent('   ').deviceType).toBe('unknown')
  expect(describeUserAgent('\u0001'.repeat(5_000)).device.length).toBeLessThanOrEqual(80)
})
