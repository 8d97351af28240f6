// @all: an upgrade
/** While the gateway is replaced, copies of two releases serve the assets of both. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { subjects } from '#proto/subjects.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'releases-'))
const OLD = '/assets/resident-0ld0ld00.js'
const NEW = '/assets/resident-newNew_0.js'
const SECOND = '/assets/second-0ld0ld00.js'
const THIRD = '/assets/third-0ld0ld00.js'
const PLAIN = '/assets/icon-p1ainicn.png'
const BEFORE = '/assets/resident-bef0re00.js'
let world: Stack
let next: string

function web(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(folder, name)
  mkdirSync(join(root, 'assets'), { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(root, file), text)
    if (file.endsWith('.js')) writeFileSync(join(root, `${file}.br`), brotliCompressSync(text))
  }
  return root
}

beforeAll(async () => {
  const old = web('old', { [OLD]: 'old()', [SECOND]: 'second()', [THIRD]: 'third()', [PLAIN]: 'picture', 'secret.txt': 'secret' })
  world = await startStack({ services: ['gateway'], envOf: { gateway: { WEB_DIST: old } } })
  const env = { WEB_DIST: web('new', { [NEW]: 'next()' }), WEB_PREVIOUS: web('before', { [BEFORE]: 'before()' }) }
  next = (await world.another('gateway', env)).url
})
afterAll(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (url: string, encoding = 'br') => {
  const answer = await fetch(url, { headers: { 'accept-encoding': encoding } })
  const { headers } = answer
  return [answer.status, headers.get('content-type'), headers.get('content-encoding'), headers.get('cache-control'), await answer.text()]
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
const SCRIPT = 'text/javascript; charset=utf-8'

test('a copy serves the previous release’s assets that its image has', async () => {
  expect(await get(`${next}${BEFORE}`)).toEqual([200, SCRIPT, 'br', IMMUTABLE, 'before()'])
})

test('the old copy serves an asset of the new one, and the other way round', async () => {
  expect(await get(`${world.url}${NEW}`)).toEqual([200, SCRIPT, 'br', IMMUTABLE, 'next()'])
  expect(await get(`${next}${OLD}`)).toEqual([200, SCRIPT, 'br', IMMUTABLE, 'old()'])
  expect(await get(`${next}${OLD}`, 'identity')).toEqual([200, SCRIPT, null, IMMUTABLE, 'old()'])
  expect(await get(`${next}${PLAIN}`)).toEqual([200, 'image/png', null, IMMUTABLE, 'picture'])
})

test('no copy is asked for what none of them has', async () => {
  const asked: string[] = []
  const listener = world.bus.connection.subscribe(subjects.asset, { callback: (_error, message) => void asked.push(message.string()) })
  await world.bus.flush()
  const outside = ['/secret.txt', '/assets/secret.txt', '/assets/..%2fsecret-12345678.txt', '/api/docs-12345678.js']
  const invented = Array.from({ length: 100 }, (_, n) => `/assets/invented-${String(n).padStart(8, '0')}.js`)
  for (const name of [...outside, ...invented]) expect((await fetch(`${next}${name}`)).status).toBe(404)
  expect((await fetch(`${next}${SECOND}`)).status).toBe(200)
  await world.bus.flush()
  listener.unsubscribe()
  expect(asked).toEqual([SECOND])
})

test('a file whose copy has ended is not found', async () => {
  await world.kill('gateway')
  expect((await fetch(`${next}${THIRD}`)).status).toBe(404)
  // A file requested before is still in memory.
  expect((await fetch(`${next}${OLD}`)).status).toBe(200)
})
