import { expect, test } from '@jest/globals'
import { readConfig } from '#kit/config.ts'
import { TIME } from '#proto/limits.ts'
import { DoorbellConfig } from '../src/config.ts'

const env = {
  NATS_URL: 'nats://here',
  DATABASE_URL: 'postgres://here',
  VISITOR_TOKEN_KEY: 'k'.repeat(64),
  INTERNAL_KEY: 'k'.repeat(64),
  FILES_DIR: '/tmp',
}

test('a ring is live 45 s by default and an hour at most', () => {
  expect(readConfig(DoorbellConfig, env).RING_LIFE_MS).toBe(TIME.ringLife)
  expect(readConfig(DoorbellConfig, { ...env, RING_LIFE_MS: '3600000' }).RING_LIFE_MS).toBe(TIME.ringLifeMost)
  expect(() => readConfig(DoorbellConfig, { ...env, RING_LIFE_MS: '3600001' })).toThrow(/RING_LIFE_MS/)
})
