import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { downloadWorker, prebuiltUrl } from './download.ts'
import { minutes } from './prepare.ts'

const mediasoup = { version: '3.27.1', repository: { url: 'git+https://github.com/versatica/mediasoup.git' } }

test("the official worker is sought where mediasoup's own installer seeks it", () => {
  expect(prebuiltUrl(mediasoup, {})).toMatch(
    /^https:\/\/github\.com\/versatica\/mediasoup\/releases\/download\/3\.27\.1\/mediasoup-worker-3\.27\.1-\w+-\w+(-kernel\d+)?\.tgz$/,
  )
  expect(prebuiltUrl(mediasoup, { MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL: 'http://mirror' })).toMatch(/^http:\/\/mirror\/3\.27\.1\//)
})

test('a worker that the release page has is unpacked; one that it has not is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'))
  writeFileSync(join(folder, 'mediasoup-worker'), 'binary')
  execFileSync('tar', ['-czf', 'worker.tgz', 'mediasoup-worker'], { cwd: folder })
  let there = true
  const page = createServer((_request, response) =>
    there ? response.end(readFileSync(join(folder, 'worker.tgz'))) : response.writeHead(404).end(),
  ).listen(0, '127.0.0.1')
  await once(page, 'listening')
  process.env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
  try {
    rmSync(join(folder, 'mediasoup-worker'))
    expect(await downloadWorker(folder)).toBeUndefined()
    expect(readFileSync(join(folder, 'mediasoup-worker'), 'utf8')).toBe('binary')
    there = false
    expect(await downloadWorker(folder)).toBe('404 Not Found')
  } finally {
    delete process.env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL
    page.close()
    rmSync(folder, { recursive: true })
  }
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
