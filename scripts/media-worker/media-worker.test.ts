import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createAuthority, createServerPair } from '../start/lan/certificates.ts'
import { archiveName, downloadWorker, prebuiltWorker, releaseUrl } from './download.ts'
import { minutes } from './prepare.ts'

const mediasoup = { version: '3.27.1', repository: { url: 'git+https://github.com/versatica/mediasoup.git' } }
const archive = 'worker.tgz'
let page: Server
let url = ''
let bytes = Buffer.alloc(0)
let status = 200
let asked = 0
let folder = ''

beforeAll(async () => {
  const authority = createAuthority('Release page', [], new Date())
  setDefaultCACertificates([authority.root])
  page = createServer(createServerPair(authority, ['127.0.0.1'], new Date()), (_request, response) => {
    asked += 1
    response.writeHead(status).end(status === 200 ? bytes : '')
  }).listen(0, '127.0.0.1')
  await once(page, 'listening')
  url = `https://127.0.0.1:${(page.address() as AddressInfo).port}/${archive}`
})
afterAll(() => {
  setDefaultCACertificates(getCACertificates('bundled'))
  page.closeAllConnections()
  page.close()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-'))
  writeFileSync(join(folder, 'mediasoup-worker'), 'binary')
  execFileSync('tar', ['-czf', archive, 'mediasoup-worker'], { cwd: folder })
  bytes = readFileSync(join(folder, archive))
  rmSync(join(folder, 'mediasoup-worker'))
  status = 200
  asked = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

const sha256 = () => createHash('sha256').update(bytes).digest('hex')
const isUnpacked = () => existsSync(join(folder, 'mediasoup-worker'))

test("the official worker is sought where mediasoup's own installer seeks it", () => {
  expect(releaseUrl(mediasoup, {})).toBe('https://github.com/versatica/mediasoup/releases/download/3.27.1')
  expect(releaseUrl(mediasoup, { MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL: 'https://mirror' })).toBe('https://mirror/3.27.1')
  expect(archiveName('3.27.1', 'linux', 'x64', '6')).toBe('mediasoup-worker-3.27.1-linux-x64-kernel6.tgz')
  expect(archiveName('3.27.1', 'darwin', 'arm64', '25')).toBe('mediasoup-worker-3.27.1-darwin-arm64.tgz')
})

test('a worker with the pinned checksum is unpacked', async () => {
  expect(await downloadWorker(folder, { url, archive, sha256: sha256() })).toBeUndefined()
  expect(readFileSync(join(folder, 'mediasoup-worker'), 'utf8')).toBe('binary')
})

test('a worker with another checksum is never unpacked', async () => {
  const pinned = sha256()
  bytes = Buffer.concat([bytes, Buffer.from('more')])
  expect(await downloadWorker(folder, { url, archive, sha256: pinned })).toBe(
    `worker.tgz has the SHA-256 ${sha256()}, not the pinned ${pinned}`,
  )
  expect(isUnpacked()).toBe(false)
})

test('without a pinned checksum nothing is fetched', async () => {
  expect(await downloadWorker(folder, { url, archive, sha256: undefined })).toMatch(/^no checksum is pinned for worker.tgz/)
  expect([asked, isUnpacked()]).toEqual([0, false])
})

test('an address that is not https is not asked', async () => {
  const plain = url.replace('https:', 'http:')
  expect(await downloadWorker(folder, { url: plain, archive, sha256: sha256() })).toMatch(/is not https$/)
})

test('a release page without this worker is told', async () => {
  status = 404
  expect(await downloadWorker(folder, { url, archive, sha256: sha256() })).toBe('404 Not Found')
})

test('the operator can name the checksum', () => {
  expect(prebuiltWorker({ MEDIASOUP_WORKER_SHA256: 'ABCDEF' }).sha256).toBe('abcdef')
})

test('progress is told once a minute, and the guess follows what was measured', () => {
  const said: string[] = []
  let now = 0
  const tell = minutes(
    (line) => said.push(line),
    () => now,
    2,
  )
  for (const [minute, done] of [
    [0, 1],
    [0.5, 5],
    [1.1, 20],
    [1.9, 60],
    [3, 120],
    [8, 262],
  ] as const) {
    now = minute * 60_000
    tell(done, 263)
  }
  expect(said).toEqual([
    'preparing calls, about 7 min',
    'preparing calls, 1 of about 7 min',
    'preparing calls, 3 of about 7 min',
    'preparing calls, 8 of about 9 min',
  ])
})
