import { expect, test } from '@jest/globals'
import { readConfig } from '#kit/config.ts'
import { SecurityConfig } from '../src/config.ts'

const env = { NATS_URL: 'nats://here', DATABASE_URL: 'postgres://here', REDIS_URL: 'redis://here' }

// covers: X-blocked
test('by default twenty failed log-ins block an address', () => {
  expect(readConfig(SecurityConfig, env).LOGIN_BLOCK_AFTER).toBe(20)
  for (const chosen of ['1', '50'])
    expect(readConfig(SecurityConfig, { ...env, LOGIN_BLOCK_AFTER: chosen }).LOGIN_BLOCK_AFTER).toBe(+chosen)
  for (const chosen of ['0', '51', 'many'])
    expect(() => readConfig(SecurityConfig, { ...env, LOGIN_BLOCK_AFTER: chosen })).toThrow(/LOGIN_BLOCK_AFTER/)
})
