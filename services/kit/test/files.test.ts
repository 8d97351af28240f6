// @all: another store of the files of photos.test.ts
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { z } from 'zod'
import { createClock } from '#kit/clock.ts'
import { CommonConfig, Flag, readConfig } from '#kit/config.ts'
import { FilesConfig, needFilesConfig, openFiles } from '#kit/file-store.ts'
import { type Files, newFileName, sweepFiles } from '#kit/files.ts'
import { createLog } from '#kit/log.ts'
import { type S3Server, startVersitygw } from '#scripts/servers/versitygw.ts'

const Config = z.object({ ...FilesConfig, NODE_ENV: CommonConfig.NODE_ENV, EMBEDDED: Flag }).superRefine(needFilesConfig)
const dir = mkdtempSync(join(tmpdir(), 'doorbell-files-'))
const stores = new Map<string, Files>()
let server: S3Server

const settings = (): NodeJS.ProcessEnv => ({
  FILES: 's3',
  S3_ENDPOINT: server.url,
  S3_BUCKET: server.bucket,
  S3_ACCESS_KEY: server.accessKey,
  S3_SECRET_KEY: server.secretKey,
})
const openStore = (env: NodeJS.ProcessEnv) => openFiles(readConfig(Config, env), createClock(), createLog('test', 'silent'))

beforeAll(async () => {
  mkdirSync(join(dir, 's3'))
  server = await startVersitygw({ dir: join(dir, 's3') })
  stores.set('a folder', await openStore({ FILES_DIR: join(dir, 'local') }))
  stores.set('an S3 store', await openStore(settings()))
}, 900_000)
afterAll(async () => {
  await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const KINDS = [['a folder'], ['an S3 store']]
const storeOf = (kind: string): Files => {
  const files = stores.get(kind)
  if (!files) throw new Error(`${kind} did not open`)
  return files
}
async function read(files: Files, name: string) {
  const file = await files.open(name)
  return file && { ...file, bytes: await buffer(file.stream) }
}
async function listed(files: Files, folder: string) {
  const found = []
  for await (const file of files.list(folder)) found.push(file)
  return found
}
const JPEG = { type: 'image/jpeg' }

test.each(KINDS)('%s stores, replaces and deletes a file with its metadata', async (kind) => {
  const files = storeOf(kind)
  const name = newFileName('photos')
  const expiresAt = new Date('2030-01-02T03:04:05.000Z')
  expect(await files.open(name)).toBeUndefined()
  await files.put(name, Buffer.from('first'), { type: 'image/jpeg', expiresAt })
  expect(await read(files, name)).toMatchObject({ type: 'image/jpeg', size: 5, expiresAt, bytes: Buffer.from('first') })
  await files.put(name, Buffer.from('the second'), { type: 'audio/mpeg' })
  const second = await read(files, name)
  expect(second).toMatchObject({ type: 'audio/mpeg', size: 10, bytes: Buffer.from('the second') })
  expect(second?.expiresAt).toBeUndefined()
  await files.drop(name)
  await files.drop(name)
  expect(await files.open(name)).toBeUndefined()
})

test.each(KINDS)('%s stores a stream of unknown length', async (kind) => {
  const files = storeOf(kind)
  const name = newFileName('videos')
  const part = Buffer.alloc(1 << 20, 7)
  await files.put(name, Readable.from(Array.from({ length: 11 }, () => part)), { type: 'video/webm' })
  expect(await files.open(name).then((file) => file?.stream.destroy() && file.size)).toBe(11 << 20)
  expect((await read(files, name))?.bytes.equals(Buffer.alloc(11 << 20, 7))).toBe(true)
})

test.each(KINDS)('%s stores a large file from disk and opens parts of it', async (kind) => {
  const files = storeOf(kind)
  const name = newFileName('films')
  const path = join(dir, 'film')
  const bytes = Buffer.alloc(20 << 20, 'abcdefghijklmnopqrstuvwxyz')
  writeFileSync(path, bytes)
  await files.putFile(name, path, { type: 'video/mp4', expiresAt: new Date('2030-01-02T03:04:05.000Z') })
  const whole = await read(files, name)
  expect([whole?.type, whole?.size, whole?.bytes.equals(bytes)]).toEqual(['video/mp4', bytes.length, true])
  const part = await files.open(name, { from: 26, to: 51 })
  expect(part).toMatchObject({ size: bytes.length, type: 'video/mp4' })
  expect(part && (await buffer(part.stream)).toString()).toBe('abcdefghijklmnopqrstuvwxyz')
  expect(await files.open(newFileName('films'), { from: 0, to: 1 })).toBeUndefined()
})

test.each(KINDS)('%s stores nothing of a failed stream and keeps the existing file', async (kind) => {
  const files = storeOf(kind)
  const [name, old] = [newFileName('videos'), newFileName('videos')]
  await files.put(old, Buffer.from('whole'), JPEG)
  const breaking = () =>
    Readable.from(
      (function* () {
        yield Buffer.alloc(9 << 20, 1)
        throw new Error('the line is cut')
      })(),
    )
  for (const target of [name, old]) await expect(files.put(target, breaking(), JPEG)).rejects.toThrow()
  expect(await files.open(name)).toBeUndefined()
  expect((await read(files, old))?.bytes.toString()).toBe('whole')
})

test.each(KINDS)(
  '%s lists one folder over many pages',
  async (kind) => {
    const files = storeOf(kind)
    const names = Array.from({ length: 1_050 }, (_, index) => `many/${String(index).padStart(5, '0')}`)
    for (let from = 0; from < names.length; from += 50)
      await Promise.all(names.slice(from, from + 50).map((name) => files.put(name, Buffer.from('x'), JPEG)))
    await files.put(newFileName('other'), Buffer.from('x'), JPEG)
    const found = await listed(files, 'many')
    expect(found.map(({ name }) => name).sort()).toEqual(names)
    expect(found[0]?.size).toBe(1)
    expect(Date.now() - Number(found[0]?.savedAt)).toBeLessThan(60_000)
    expect(await listed(files, 'nothing')).toEqual([])
  },
  60_000,
)

test.each(KINDS)('%s deletes files without a row after a day', async (kind) => {
  const files = storeOf(kind)
  const [kept, orphan] = [newFileName('swept'), newFileName('swept')]
  for (const name of [kept, orphan]) await files.put(name, Buffer.from('x'), JPEG)
  const sweep = (before: Date) => sweepFiles(files, { folder: 'swept', before, kept: () => Promise.resolve(new Set([kept])) })
  expect(await sweep(new Date(Date.now() - 86_400_000))).toBe(0)
  expect(await sweep(new Date(Date.now() + 60_000))).toBe(1)
  expect((await listed(files, 'swept')).map(({ name }) => name)).toEqual([kept])
})

test.each(KINDS)('%s refuses invalid file names', async (kind) => {
  for (const name of ['../etc/passwd', 'photos/../x', 'photos', 'photos/a/b', '/photos/a', 'photos/a b'])
    await expect(storeOf(kind).open(name)).rejects.toThrow('not a file name of ours')
})

test('files in a folder are readable by this user alone', async () => {
  await storeOf('a folder').put(newFileName('private'), Buffer.from('x'), JPEG)
  const folder = join(dir, 'local', 'private')
  expect(statSync(folder).mode & 0o077).toBe(0)
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
})

test('an unreachable store is unavailable, and works again once it is back', async () => {
  const files = storeOf('an S3 store')
  const wrong = await openStore({ ...settings(), S3_SECRET_KEY: 'wrong' })
  await expect(wrong.open(newFileName('photos'))).rejects.toMatchObject({ code: 'unavailable' })
  const name = newFileName('photos')
  await files.put(name, Buffer.from('here'), JPEG)
  await server.kill()
  await expect(files.open(name)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
  await expect(files.put(name, Buffer.from('x'), JPEG)).rejects.toMatchObject({ code: 'unavailable' })
  await server.resume()
  expect((await read(files, name))?.bytes.toString()).toBe('here')
})

test('missing settings are named, never with values', () => {
  expect(() => readConfig(Config, { FILES: 's3', S3_SECRET_KEY: 'hidden' })).toThrow(/S3_ENDPOINT is needed.*S3_BUCKET.*S3_ACCESS_KEY/)
  expect(() => readConfig(Config, {})).toThrow(/FILES_DIR is needed with FILES=local/)
})

test('production refuses a store without TLS', () => {
  const env = { ...settings(), NODE_ENV: 'production', S3_ENDPOINT: 'http://store.example' }
  expect(() => readConfig(Config, env)).toThrow(/^configuration: S3_ENDPOINT must be https in production/)
  expect(readConfig(Config, { ...env, ALLOW_INSECURE: 's3' }).S3_ENDPOINT).toBe('http://store.example')
})
