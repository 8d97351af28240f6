import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { ConfigError, readConfig } from './config.ts'
import { EncryptionConfig, mustEncrypt, requireHttps } from './encryption.ts'

const schema = z
  .object({ ...EncryptionConfig, NODE_ENV: z.string(), EMBEDDED: z.boolean().default(false), PUBLIC_URL: z.string() })
  .superRefine((config, context) => requireHttps(config, context, 'public-url', 'PUBLIC_URL'))
const read = (PUBLIC_URL: string, env: Record<string, string> = {}) =>
  readConfig(schema, { NODE_ENV: 'production', PUBLIC_URL, ...env }).PUBLIC_URL

test('production refuses plain http to another machine', () => {
  expect(() => read('http://bell.example')).toThrow(
    new ConfigError(['PUBLIC_URL must be https in production (ALLOW_INSECURE=public-url allows http)']),
  )
})

test('https, this machine, development and a named target are allowed', () => {
  expect(read('https://bell.example')).toBe('https://bell.example')
  expect(read('http://localhost:5000')).toBe('http://localhost:5000')
  expect(read('http://bell.example', { NODE_ENV: 'development' })).toBe('http://bell.example')
  expect(read('http://bell.example', { ALLOW_INSECURE: 's3, public-url' })).toBe('http://bell.example')
})

test('naming another target allows nothing', () => {
  expect(() => read('http://bell.example', { ALLOW_INSECURE: 's3' })).toThrow(/^configuration: PUBLIC_URL/)
  expect(() => read('https://bell.example', { ALLOW_INSECURE: 'all' })).toThrow(/^configuration: ALLOW_INSECURE/)
})

test('the embedded start does not count as production', () => {
  expect(mustEncrypt({ NODE_ENV: 'production', EMBEDDED: true, ALLOW_INSECURE: [] }, 'smtp', 'smtp://mail.example')).toBe(false)
  expect(mustEncrypt({ NODE_ENV: 'production', EMBEDDED: false, ALLOW_INSECURE: [] }, 'smtp', 'smtp://mail.example')).toBe(true)
})
