/** `npm start -- --lan` between two machines, simulated with network namespaces. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { CHROMIUM_FLAGS, findChromium } from '#scripts/testing/chromium.ts'
import { mediaWorker } from '#scripts/testing/media/worker.ts'
import { Home } from '#scripts/testing/networks.ts'
import { PASSWORD } from '#scripts/testing/people.ts'
import { answer, expectEnded, expectTwoWay, hangUp, ring, turnOnCamera } from '../actions.ts'
import { watchConnections } from '../media.ts'

/** The port is free in a new network namespace. */
const PORT = 5000
const READY_MS = 180_000

test.describe.configure({ mode: 'serial', timeout: READY_MS + 120_000 })

let home: Home | undefined
let product: ChildProcess | undefined
let browser: Browser | undefined
let owner: Page
let qrCodeId = ''
const dataDir = mkdtempSync(join(tmpdir(), 'lan-start-'))
const contexts: BrowserContext[] = []
const environment = { PATH: process.env.PATH, HOME: process.env.HOME, OPEN: '0', PORT: String(PORT), DATA_DIR: dataDir }

async function startOnServer(network: Home): Promise<ChildProcess> {
  const args = [process.execPath, join(ROOT, 'scripts', 'start', 'main.ts'), '--lan']
  const child = network.spawnOnServer(args, { ...environment, MEDIASOUP_WORKER_BIN: mediaWorker() })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  await expect
    .poll(() => said, { timeout: READY_MS, message: 'the product must be ready on the home network' })
    .toContain('ready  https://')
  expect(said).toContain(`ready  https://${network.server.address}:${PORT}`)
  expect(said).toContain(`phones must trust this doorbell once: http://${network.server.address}/ca`)
  return child
}

async function openPage(path: string): Promise<Page> {
  if (!browser || !home) throw new Error('there is no phone')
  const url = `https://${home.server.address}:${PORT}`
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  contexts.push(context)
  await context.grantPermissions(['camera', 'microphone'], { origin: url })
  await watchConnections(context)
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  return page
}

/** Registers and receives Premium by the operator's tool. */
async function openOwner(): Promise<Page> {
  const page = await openPage('/auth')
  const account = { firstName: 'Robin', lastName: 'Reed', email: 'robin@example.org', username: 'robin-reed' }
  const form = { ...account, password: PASSWORD, confirmPassword: PASSWORD }
  const user = await page.evaluate(async (body) => {
    const answer = await fetch('/api/register', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await answer.json()) as { qrCodeId: string }
  }, JSON.stringify(form))
  qrCodeId = user.qrCodeId
  const admin = [...(home?.server.at ?? []), process.execPath, join(ROOT, 'scripts', 'admin.ts'), 'grant-premium', account.username]
  execFileSync(admin[0] ?? '', admin.slice(1), { env: environment })
  await page.goto(new URL('/doorbell', page.url()).href)
  return page
}

test.beforeAll(async () => {
  const built = await Home.build()
  if (typeof built === 'string') {
    console.log(`between networks nothing is tried: ${built}`)
    return
  }
  home = built
  product = await startOnServer(built)
  const { executablePath, env } = await findChromium()
  const authority = readFileSync(join(dataDir, 'lan', 'ca.crt'), 'utf8')
  const inherited = Object.entries({ ...process.env, ...env }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  browser = await chromium.launch({
    executablePath: built.browserOnPhone(executablePath, authority),
    args: [...CHROMIUM_FLAGS],
    env: Object.fromEntries(inherited),
  })
  owner = await openOwner()
})

test.afterAll(async () => {
  for (const context of contexts) await context.close()
  await browser?.close()
  if (product) {
    const ended = once(product, 'close')
    product.kill('SIGTERM')
    await ended
  }
  await home?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The selected candidate pair of every transport. */
function waysOf(page: Page): Promise<{ readonly address: string; readonly protocol: string }[]> {
  return page.evaluate(async () => {
    const ways = []
    for (const connection of window.testConnections.filter(({ connectionState }) => connectionState === 'connected')) {
      const stats = new Map<string, Record<string, string>>()
      ;(await connection.getStats()).forEach((entry: Record<string, string>) => {
        stats.set(entry.id ?? '', entry)
      })
      for (const entry of stats.values()) {
        if (entry.type !== 'transport' || !entry.selectedCandidatePairId) continue
        const remote = stats.get(stats.get(entry.selectedCandidatePairId)?.remoteCandidateId ?? '')
        ways.push({ address: remote?.address ?? remote?.ip ?? '', protocol: remote?.protocol ?? '' })
      }
    }
    return ways
  })
}

async function callOver(network: Home, protocol: 'udp' | 'tcp'): Promise<void> {
  const door = await openPage(`/visitor/${qrCodeId}`)
  expect(await door.evaluate(() => window.isSecureContext)).toBe(true)
  await ring(door)
  await turnOnCamera(door)
  await answer(owner, 'Video Call')
  await expectTwoWay(door, owner, 60_000)
  for (const page of [door, owner]) {
    const ways = await waysOf(page)
    expect(ways).toHaveLength(2)
    for (const way of ways) expect(way).toEqual({ address: network.server.address, protocol })
  }
  await hangUp(door)
  await Promise.all([expectEnded(door), expectEnded(owner)])
}

test('a phone on the home network rings over HTTPS with media', { tag: '@all' }, async () => {
  if (home) await callOver(home, 'udp')
})

test('without UDP the call goes over TCP', { tag: '@all' }, async () => {
  if (!home) return
  await home.blockUdp()
  await callOver(home, 'tcp')
})
