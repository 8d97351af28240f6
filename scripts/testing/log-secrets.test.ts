import { expect, test } from '@jest/globals'
import { linesWith, secretsOf } from './log-secrets.ts'

test('keys, each of a list, and passwords of URLs are secrets', () => {
  const env = {
    VISITOR_TOKEN_KEY: 'newer-key,older-key',
    DATABASE_URL: 'postgres://user:pass%2Fword@host/db',
    S3_ACCESS_KEY: 'an-access-key',
    PORT: '4080',
    PUBLIC_URL: 'http://a',
  }
  expect(secretsOf(env)).toEqual(['newer-key', 'older-key', 'pass/word'])
})

test('a line with a secret is found, and shown without it', () => {
  expect(linesWith(['hidden-key'], ['all is well', 'connecting with hidden-key'])).toEqual(['connecting with ***'])
})
