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
import { logFlags, type Sent, sentPackets } from '#scripts/testing/sent-packets.ts'
import { answer, expectEnded, expectTwoWay, hangUp, ring, turnOnCamera } from '../actions.ts'
import { watchConnections } from '../media.ts'
import { expectOnlyOurLines } from '../remote-descriptions.ts'

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
const netLog = join(dataDir, 'net.json')
const contexts: BrowserContext[] = []
const environment = { PATH: process.env.PATH, HOME: process.env.HOME, OPEN: '0', PORT: String(PORT), DATA_DIR: dataDir }

function homeNetwork(): Home {
  if (!home) throw new Error('there is no home network')
  return home
}

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
  if (!browser) throw new Error('there is no phone')
  const url = `https://${homeNetwork().server.address}:${PORT}`
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  contexts.push(context)
  await context.grantPermissions(['camera', 'microphone'], { origin: url })
  await watchConnections(context)
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  return page
}

/** Registers an account, to which the operator's tool grants Premium. */
async function openOwner(): Promise<Page> {
  const page = await openPage('/auth')
  const account = { firstName: 'Robin', lastName: 'Reed', email: 'robin@example.org', username: 'robin-reed' }
  const form = { ...account, password: PASSWORD, confirmPassword: PASSWORD }
  const user = await page.evaluate(async (body) => {
    const answer = await fetch('/api/register', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await answer.json()) as { qrCodeId: string }
  }, JSON.stringify(form))
  qrCodeId = user.qrCodeId
  const admin = [...homeNetwork().server.at, process.execPath, join(ROOT, 'scripts', 'admin.ts'), 'grant-premium', account.username]
  execFileSync(admin[0] ?? '', admin.slice(1), { env: environment })
  await page.goto(new URL('/doorbell', page.url()).href)
  return page
}

test.beforeAll(async () => {
  const built = await Home.build()
  test.info().skip(typeof built === 'string', String(built))
  if (typeof built === 'string') return
  home = built
  product = await startOnServer(built)
  const { executablePath, env } = await findChromium()
  const authority = readFileSync(join(dataDir, 'lan', 'ca.crt'), 'utf8')
  const inherited = Object.entries({ ...process.env, ...env }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  browser = await chromium.launch({
    executablePath: built.browserOnPhone(executablePath, authority),
    args: [...CHROMIUM_FLAGS, ...logFlags(netLog)],
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

/** The ports of DNS and mDNS, by which the browsers look up names. */
const LOOKUPS = [53, 5353]
const EVIL = '192.168.77.66'

/** Runs in the visitor's page: requests on a new socket to produce with parameters that would be a line of the resident's description. */
function askForCandidate([activityId, address]: readonly [number, string]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`)
    const candidate = `1\r\na=candidate:evil 1 udp 2130706431 ${address} 46000 typ host`
    const codec = { mimeType: 'audio/opus', payloadType: 111, clockRate: 48_000, channels: 2 }
    const produce = (more: object, cname: string) => ({
      op: 'produce',
      transportId: 'none',
      source: 'microphone',
      paused: false,
      rtpParameters: { codecs: [{ ...codec, ...more }], encodings: [{ ssrc: 4242 }], rtcp: { cname } },
    })
    const requests = [produce({ parameters: { x: candidate } }, 'x'), produce({}, candidate)]
    const answers: string[] = []
    socket.onopen = () => socket.send(JSON.stringify({ type: 'register_visitor', activityId }))
    socket.onerror = () => reject(new Error('no socket'))
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data)
      if (frame.type === 'register_success')
        for (const [index, request] of requests.entries())
          socket.send(JSON.stringify({ type: 'media_request', requestId: `evil-${index}`, activityId, request }))
      if (String(frame.requestId).startsWith('evil')) answers.push(frame.code ?? frame.type)
      if (answers.length < requests.length) return
      socket.close()
      resolve(answers)
    }
  })
}

test('while it rings both browsers send to the doorbell alone, and no media', { tag: '@all' }, async () => {
  const { address } = homeNetwork().server
  const door = await openPage(`/visitor/${qrCodeId}`)
  const from = Date.now()
  const registered = door
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => /register_visitor/.test(String(payload))))
  await ring(door)
  const { activityId } = JSON.parse(String((await registered).payload)) as { activityId: number }
  const connected = (page: Page) => page.evaluate(() => window.testConnections.filter((one) => one.connectionState === 'connected').length)
  for (const page of [door, owner]) await expect.poll(() => connected(page), { timeout: 30_000 }).toBeGreaterThan(0)
  expect(await door.evaluate(askForCandidate, [activityId, EVIL] as const)).toEqual(['validation_failed', 'validation_failed'])
  const until = Date.now()
  const isStray = (packet: Sent) => packet.address !== address && !LOOKUPS.includes(packet.port)
  const whileRinging = ({ at }: Sent) => at >= from && at <= until
  await turnOnCamera(door)
  await answer(owner, 'Video Call')
  await expectTwoWay(door, owner, 60_000)
  for (const page of [door, owner]) await expectOnlyOurLines(page, address)
  const sent = sentPackets(netLog)
  expect(sent.filter(isStray)).toEqual([])
  // The first bytes of a DNS query are random, so its kind is unknown.
  const ringing = sent.filter((packet) => whileRinging(packet) && !LOOKUPS.includes(packet.port))
  for (const kind of ['stun', 'dtls']) expect(ringing.map((packet) => packet.kind)).toContain(kind)
  expect(ringing.filter(({ kind }) => kind === 'media').map((packet) => ({ ...packet, before: until - packet.at }))).toEqual([])
  // Proves that the log does contain media packets.
  expect(sent.some(({ at, kind }) => at > until && kind === 'media')).toBe(true)
  await hangUp(door)
  await Promise.all([expectEnded(door), expectEnded(owner)])
})

test('a phone on the home network rings over HTTPS with media', { tag: '@all' }, async () => {
  await callOver(homeNetwork(), 'udp')
})

test('without UDP the call goes over TCP', { tag: '@all' }, async () => {
  const network = homeNetwork()
  await network.blockUdp()
  await callOver(network, 'tcp')
})
