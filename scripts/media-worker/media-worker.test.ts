import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createAuthority, createServerPair } from '../start/lan/certificates.ts'
import { archiveName, CHECKSUMS, downloadWorker, prebuiltWorker, releaseUrl } from './download.ts'
import { mediasoupPackage, workerPath } from './paths.ts'
import { pinChecksums } from './pin-checksums.ts'
import { percent, prepareWorker } from './prepare.ts'

const mediasoup = { version: '3.27.1', repository: { url: 'git+https://github.com/versatica/mediasoup.git' } }
const archive = 'worker.tgz'
/** A worker that is started without its environment exits with 41. */
const OFFICIAL = '#!/bin/sh\n# official\nexit 41\n'
const BUILT = '#!/bin/sh\n# built\nexit 41\n'
const ENVIRONMENT = ['CACHE_DIR', 'MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL', 'MEDIASOUP_WORKER_SHA256']
let page: Server
let base = ''
let url = ''
let bytes = Buffer.alloc(0)
let status = 200
/** Another response. */
let answer: ((response: ServerResponse) => void) | undefined
const asked: string[] = []
let folder = ''

beforeAll(async () => {
  const authority = await createAuthority('Release page', [], new Date())
  setDefaultCACertificates([authority.root])
  page = createServer(await createServerPair(authority, ['127.0.0.1'], new Date()), (request, response) => {
    asked.push(request.url ?? '')
    if (answer) {
      answer(response)
      return
    }
    // One request a connection: on a busy machine an idle one is closed in the moment in which it is used again.
    response.writeHead(status, { connection: 'close' }).end(status === 200 ? bytes : '')
  }).listen(0, '127.0.0.1')
  await once(page, 'listening')
  base = `https://127.0.0.1:${(page.address() as AddressInfo).port}`
  url = `${base}/${archive}`
})
afterAll(() => {
  setDefaultCACertificates(getCACertificates('bundled'))
  page.closeAllConnections()
  page.close()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-'))
  writeFileSync(join(folder, 'mediasoup-worker'), OFFICIAL, { mode: 0o755 })
  execFileSync('tar', ['-czf', archive, 'mediasoup-worker'], { cwd: folder })
  bytes = readFileSync(join(folder, archive))
  rmSync(join(folder, 'mediasoup-worker'))
  status = 200
  answer = undefined
  asked.length = 0
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  for (const name of ENVIRONMENT) delete process.env[name]
})

const sha256 = () => createHash('sha256').update(bytes).digest('hex')
const isUnpacked = () => existsSync(join(folder, 'mediasoup-worker'))

test("the official worker is downloaded from the same URL as mediasoup's installer", () => {
  expect(releaseUrl(mediasoup, {})).toBe('https://github.com/versatica/mediasoup/releases/download/3.27.1')
  expect(releaseUrl(mediasoup, { MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL: 'https://mirror' })).toBe('https://mirror/3.27.1')
  expect(archiveName('3.27.1', 'linux', 'x64', '6')).toBe('mediasoup-worker-3.27.1-linux-x64-kernel6.tgz')
  expect(archiveName('3.27.1', 'darwin', 'arm64', '25')).toBe('mediasoup-worker-3.27.1-darwin-arm64.tgz')
})

const wanted = (sum: string | undefined) => ({ url, archive, sha256: sum, namedBy: 'checksums.json' }) as const

test('a worker with the pinned checksum is unpacked', async () => {
  expect(await downloadWorker(folder, wanted(sha256()))).toEqual({ sha256: sha256() })
  expect(readFileSync(join(folder, 'mediasoup-worker'), 'utf8')).toBe(OFFICIAL)
})

test('a worker with a different checksum is never unpacked', async () => {
  const pinned = sha256()
  bytes = Buffer.concat([bytes, Buffer.from('more')])
  expect(await downloadWorker(folder, wanted(pinned))).toEqual({
    problem: `worker.tgz has the SHA-256 ${sha256()}, not ${pinned}, which checksums.json names`,
  })
  expect(isUnpacked()).toBe(false)
})

test('without a known checksum the worker is taken over TLS', async () => {
  expect(await downloadWorker(folder, wanted(undefined))).toEqual({ sha256: sha256() })
  expect(isUnpacked()).toBe(true)
})

test('whoever asks for no official worker gets none', async () => {
  expect(await downloadWorker(folder, wanted('none'))).toEqual({ problem: 'checksums.json is none' })
  expect([asked, isUnpacked()]).toEqual([[], false])
})

test('redirects are followed as long as they stay on TLS', async () => {
  const redirectTo = (target: string) => {
    answer = (response) => {
      answer = undefined
      response.writeHead(302, { location: target, connection: 'close' }).end()
    }
  }
  redirectTo('/the-store')
  expect(await downloadWorker(folder, wanted(undefined))).toEqual({ sha256: sha256() })
  expect(asked).toEqual([`/${archive}`, '/the-store'])
  redirectTo('http://127.0.0.1:9/')
  expect(await downloadWorker(folder, wanted(undefined))).toEqual({ problem: 'http://127.0.0.1:9 is not https' })
  answer = (response) => response.writeHead(302, { location: url, connection: 'close' }).end()
  expect(await downloadWorker(folder, wanted(undefined))).toEqual({ problem: 'it redirects again and again' })
})

test('a URL that is not https is refused', async () => {
  expect(await downloadWorker(folder, { ...wanted(sha256()), url: url.replace('https:', 'http:') })).toMatchObject({
    problem: expect.stringMatching(/^http:.* is not https$/),
  })
  expect(asked).toEqual([])
})

test('a release page without this worker is reported', async () => {
  status = 404
  expect(await downloadWorker(folder, wanted(sha256()))).toEqual({ problem: '404 Not Found' })
})

test('a page that does not answer, or stops in the middle, is given up', async () => {
  answer = () => undefined
  const withoutAnswer = await downloadWorker(folder, wanted(undefined), { answer: 200, pause: 30_000, whole: 30_000 })
  expect(withoutAnswer).toEqual({ problem: 'no answer within 0.2 s' })
  answer = (response) => response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 50))
  const withoutRest = await downloadWorker(folder, wanted(undefined), { answer: 30_000, pause: 200, whole: 30_000 })
  expect(withoutRest).toEqual({ problem: 'nothing more came for 0.2 s' })
  page.closeAllConnections()
  expect(isUnpacked()).toBe(false)
})

test('a truncated archive is not taken', async () => {
  answer = (response) => response.writeHead(200, { connection: 'close' }).end(bytes.subarray(0, bytes.length - 40))
  expect(await downloadWorker(folder, wanted(undefined))).toMatchObject({ problem: expect.stringMatching(/^the archive is damaged/) })
})

test('the operator can configure the checksum', () => {
  expect(prebuiltWorker({ MEDIASOUP_WORKER_SHA256: 'ABCDEF' }).sha256).toBe('abcdef')
})

test('the checksum is the one pinned for this machine’s archive', () => {
  const { archive: mine } = prebuiltWorker()
  const file = join(folder, 'checksums.json')
  writeFileSync(file, JSON.stringify({ [mine]: 'abc', 'mediasoup-worker-0.0.1-linux-x64-kernel6.tgz': 'def' }))
  expect(prebuiltWorker({}, file).sha256).toBe('abc')
  writeFileSync(file, '{}')
  expect(prebuiltWorker({}, file).sha256).toBeUndefined()
})

test('the committed checksums belong to the installed version', () => {
  for (const [name, sum] of Object.entries(JSON.parse(readFileSync(CHECKSUMS, 'utf8')))) {
    expect(name.startsWith(`mediasoup-worker-${mediasoupPackage().version}-`)).toBe(true)
    expect(sum).toMatch(/^[0-9a-f]{64}$/)
  }
})

test('pinning writes the checksum of every archive on the release page', async () => {
  const file = join(folder, 'checksums.json')
  const said: string[] = []
  await pinChecksums('3.27.1', `${base}/3.27.1`, file, (line) => said.push(line))
  const pinned = JSON.parse(readFileSync(file, 'utf8'))
  expect(asked).toContain('/3.27.1/mediasoup-worker-3.27.1-linux-x64-kernel6.tgz')
  expect(Object.keys(pinned).map((name) => `/3.27.1/${name}`)).toEqual(asked)
  expect(new Set(Object.values(pinned))).toEqual(new Set([sha256()]))
  expect(said).toHaveLength(asked.length)
})

test('pinning keeps the file when the release page has no archives', async () => {
  const file = join(folder, 'checksums.json')
  writeFileSync(file, 'kept')
  status = 404
  const said: string[] = []
  await pinChecksums('3.27.1', base, file, (line) => said.push(line))
  expect(readFileSync(file, 'utf8')).toBe('kept')
  expect(said[0]).toBe('not pinned  mediasoup-worker-3.27.1-linux-x64-kernel6.tgz: 404 Not Found')
})

/** The release page and an empty cache, as `npm start` finds them; a build leaves a worker that differs from the official one. */
async function prepare(sum: string | undefined): Promise<{ worker: string; said: string[]; builds: number }> {
  process.env.CACHE_DIR = join(folder, 'cache')
  process.env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL = base
  if (sum) process.env.MEDIASOUP_WORKER_SHA256 = sum
  const said: string[] = []
  let builds = 0
  const path = await prepareWorker(
    (line) => said.push(line),
    async (work) => {
      builds += 1
      writeFileSync(join(work, 'built'), BUILT, { mode: 0o755 })
      return join(work, 'built')
    },
  )
  expect(path).toBe(workerPath())
  return { worker: readFileSync(path, 'utf8'), said, builds }
}

test('the official worker is downloaded once and then cached', async () => {
  expect(await prepare(sha256())).toEqual({ worker: OFFICIAL, said: [], builds: 0 })
  expect(asked).toEqual([`/${mediasoupPackage().version}/${prebuiltWorker().archive}`])
  status = 404
  expect(await prepare(sha256())).toEqual({ worker: OFFICIAL, said: [], builds: 0 })
  expect(asked).toHaveLength(1)
  expect(readdirSync(dirname(workerPath()))).toEqual(['mediasoup-worker'])
})

test('two concurrent starts download the worker once', async () => {
  const both = await Promise.all([prepare(sha256()), prepare(sha256())])
  expect(both.map(({ worker }) => worker)).toEqual([OFFICIAL, OFFICIAL])
  expect(both.flatMap(({ said }) => said)).toEqual(['calls are being prepared by another start'])
  expect(asked).toHaveLength(1)
})

test('a worker with a different checksum is replaced by a local build', async () => {
  const other = 'a'.repeat(64)
  const first = await prepare(other)
  expect(first).toMatchObject({ worker: BUILT, builds: 1 })
  expect(first.said).toEqual([expect.stringMatching(`not ${other}, which MEDIASOUP_WORKER_SHA256 names[)]: it is built here instead`)])
  expect(await prepare(other)).toEqual({ worker: BUILT, said: [], builds: 0 })
  expect(asked).toHaveLength(1)
})

test('the first download is remembered, and another archive of that name is not taken', async () => {
  const first = sha256()
  const { worker, said } = await prepare(undefined)
  expect([worker, said]).toEqual([OFFICIAL, [`took ${new URL(base).host}'s media worker; its SHA-256, ${first}, is remembered`]])
  rmSync(workerPath())
  expect(await prepare(undefined)).toEqual({ worker: OFFICIAL, said: [], builds: 0 })
  rmSync(workerPath())
  bytes = Buffer.concat([bytes, Buffer.from('more')])
  const again = await prepare(undefined)
  expect([again.worker, again.said]).toEqual([BUILT, [expect.stringContaining(`not ${first}, which the first download names`)]])
})

test('an official worker that does not run here is replaced by a build', async () => {
  writeFileSync(join(folder, 'mediasoup-worker'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  execFileSync('tar', ['-czf', archive, 'mediasoup-worker'], { cwd: folder })
  bytes = readFileSync(join(folder, archive))
  const { worker, said } = await prepare(sha256())
  expect([worker, said]).toEqual([BUILT, ['the official media worker could not be had (it does not run here): it is built here instead']])
})

test('a failed build leaves no cached worker, and the next start retries', async () => {
  process.env.CACHE_DIR = join(folder, 'cache')
  process.env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL = base
  process.env.MEDIASOUP_WORKER_SHA256 = sha256()
  status = 404
  await expect(
    prepareWorker(
      () => undefined,
      () => Promise.reject(new Error('no compiler')),
    ),
  ).rejects.toThrow('no compiler')
  expect(existsSync(workerPath())).toBe(false)
  status = 200
  expect(await prepare(sha256())).toMatchObject({ worker: OFFICIAL, builds: 0 })
})

test('build progress is a line for each tenth, with the minutes that are left', () => {
  const said: string[] = []
  let now = 0
  const report = percent(
    (line) => said.push(line),
    () => now,
    2,
  )
  for (const [seconds, done] of [
    [0, 1],
    [5, 2],
    [30, 4],
    [50, 17],
    [52, 17],
    [100, 34],
  ] as const) {
    now = seconds * 1_000
    report(done, 34)
  }
  expect(said).toEqual([
    'preparing calls, 0 %, about 2 min left',
    'preparing calls, 10 %, about 2 min left',
    'preparing calls, 50 %, about 1 min left',
    'preparing calls, 100 %, about 1 min left',
  ])
})
