import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { configSchemaOf } from './config-schemas.ts'
import { internalKeyOf, keepSecrets, newPushKey, rotateKeys, visitorTokenKeysOf } from './secrets.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'secrets-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('secrets are made once and readable by their owner alone', () => {
  const first = keepSecrets(dir)
  expect(keepSecrets(dir)).toEqual(first)
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length)
  const { pushKeys, ...random } = first
  for (const secret of Object.values(random)) expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(pushKeys).toMatch(/^[\w-]{43}$/)
  expect(statSync(join(dir, 'secrets.json')).mode & 0o077).toBe(0)
})

test('a rotation puts a new key first, and a second one drops the oldest', () => {
  const [first = ''] = visitorTokenKeysOf(keepSecrets(dir))
  rotateKeys(dir)
  const [second = '', kept] = visitorTokenKeysOf(keepSecrets(dir))
  expect(kept).toBe(first)
  rotateKeys(dir)
  const keys = visitorTokenKeysOf(keepSecrets(dir))
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), second])
  expect(statSync(join(dir, 'secrets.json')).mode & 0o077).toBe(0)
})

test('a rotation keeps the key of pushes as the second one, and drops the one before', () => {
  const first = keepSecrets(dir).pushKeys
  rotateKeys(dir)
  const [second = '', kept] = keepSecrets(dir).pushKeys.split(',')
  expect(kept).toBe(first)
  rotateKeys(dir)
  expect(keepSecrets(dir).pushKeys.split(',')).toEqual([expect.stringMatching(/^[\w-]{43}$/), second])
})

test('every new key of pushes is a private key of P-256', async () => {
  const config = (await configSchemaOf('notify'))?.shape.PUSH_KEYS
  const keys = Array.from({ length: 100 }, newPushKey)
  expect(keys.filter((key) => !config?.safeParse(key).success)).toEqual([])
})

test('a rotation changes no other secret', () => {
  const { visitorTokenKey: _before, pushKeys: _pushes, ...others } = keepSecrets(dir)
  rotateKeys(dir)
  expect(JSON.parse(readFileSync(join(dir, 'secrets.json'), 'utf8'))).toMatchObject(others)
})

test('without a data directory there is nothing to rotate', () => {
  expect(() => rotateKeys(join(dir, 'none'))).toThrow('is not there')
})

test('each pair of services has another key, and none is the secret that they come from', () => {
  const { internalKey } = keepSecrets(dir)
  const keys = [internalKeyOf(internalKey, 'auth'), internalKeyOf(internalKey, 'doorbell'), internalKey]
  expect(new Set(keys).size).toBe(3)
})
