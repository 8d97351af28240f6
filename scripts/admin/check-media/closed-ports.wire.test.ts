// @all: a product with a media node behind a firewall, and TURN servers
/** The command, at a media node whose announced address is a firewall: what a test opens there is forwarded to the node. */
import { type ChildProcess, execFile } from 'node:child_process'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { LIMITS } from '#proto/limits.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { natsUrlAs } from '#scripts/servers/nats.ts'
import { createAuthority, createServerPair } from '#scripts/start/lan/certificates.ts'
import { type Coturn, startCoturn } from '#scripts/testing/coturn.ts'
import { secretOf } from '#scripts/testing/databases.ts'
import { testPort } from '#scripts/testing/ports.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { MediaReport } from './paths.ts'

const SECRET = 'a-secret-of-thirty-two-characters'
const NODE = '127.0.0.1'
const FIREWALL = '127.0.0.9'

const folder = mkdtempSync(join(tmpdir(), 'check-media-'))
const authorityFile = join(folder, 'authority.pem')
let world: Stack
let coturns: readonly Coturn[] = []
let port = 0
let closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  const authority = await createAuthority('Test', [], new Date())
  writeFileSync(authorityFile, authority.root)
  const [own, other] = [await startCoturn(SECRET, await createServerPair(authority, [NODE], new Date())), await startCoturn(`${SECRET}.`)]
  coturns = [own, other]
  port = await testPort()
  const sfu = { MEDIA_LISTEN: NODE, MEDIA_ADDRESS: FIREWALL, MEDIA_PORT: String(port), MEDIA_WORKERS: '1' }
  const signaling = { TURN_URLS: [own.url, `${own.url}?transport=tcp`, own.tlsUrl, other.url].join(), TURN_SECRET: SECRET }
  world = await startStack({ envOf: { sfu, signaling } })
  await eventually('a media node', async () => {
    const [id] = await world.redis.smembers('sfu:nodes')
    return JSON.parse((await world.redis.get(`sfu:node:${id}`)) ?? '{"preparing":true}').preparing === false
  })
})
afterEach(async () => {
  await Promise.all(closing.map((close) => close()))
  closing = []
  // An address may place 20 rings a minute, and each run places four.
  await world.clock.shift(LIMITS.ring.window)
})
afterAll(async () => {
  await world?.stop()
  for (const coturn of coturns) await coturn.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function bindUdp(): Promise<UdpSocket> {
  const socket = createSocket('udp4')
  await new Promise<void>((done) => socket.bind(port, FIREWALL, done))
  closing.push(() => new Promise((done) => socket.close(done)))
  return socket
}

/** Gives the packets of each sender a port of their own on the node's side, as a NAT does. */
async function openUdp(): Promise<void> {
  const outside = await bindUdp()
  const inside = new Map<string, UdpSocket>()
  outside.on('message', (packet, { address, port: from }) => {
    const sender = `${address}:${from}`
    const known = inside.get(sender) ?? createSocket('udp4').on('message', (answer) => outside.send(answer, from, address))
    inside.set(sender, known)
    known.send(packet, port, NODE)
  })
  closing.push(async () => {
    for (const socket of inside.values()) socket.close()
  })
}

async function openTcp(): Promise<void> {
  const server = createServer((outside) => {
    const inside = connect(port, NODE)
    outside.pipe(inside).pipe(outside)
    for (const socket of [outside, inside]) socket.on('error', () => [outside, inside].map((end) => end.destroy()))
  })
  await new Promise<void>((done) => server.listen(port, FIREWALL, done))
  closing.push(async () => void server.close())
}

type Run = { readonly status: number; readonly out: string; readonly err: string }

/** @param began called with the process */
function runScript(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  began: (child: ChildProcess) => void = () => undefined,
): Promise<Run> {
  const common = { PATH: process.env.PATH, DATA_DIR: folder, PUBLIC_URL: world.url, NODE_EXTRA_CA_CERTS: authorityFile }
  return new Promise((done) => {
    const [script = '', ...rest] = args
    const child = execFile(process.execPath, [join(ROOT, 'scripts', script), ...rest], { env: { ...common, ...env } }, (error, out, err) =>
      done({ status: error ? Number(error.code) : 0, out, err }),
    )
    began(child)
  })
}

const operatorUrl = () => natsUrlAs(world.servers.nats.url, secretOf(world.servers.nats.url), 'operator')
const runCommand = (...args: readonly string[]) => runScript(['admin.ts', 'check-media', ...args], { NATS_URL: operatorUrl() })

async function accountsOfChecks(): Promise<string[]> {
  const { users } = await world.rpc('auth.list_users', { limit: 100 })
  return users.map(({ username }) => username).filter((name) => /^(media-check|installation-test)-/.test(name))
}

/** What is said of each path. */
function outcomesOf({ out }: Run): Record<string, string> {
  const lines = out.split('\n').flatMap((line) => /^(UDP|TCP|TURN) +(\S+) +(.*)$/.exec(line)?.slice(1) ?? [])
  return Object.fromEntries(
    Array.from({ length: lines.length / 3 }, (_, at) => [`${lines[at * 3]} ${lines[at * 3 + 1]}`, lines[at * 3 + 2] ?? '']),
  )
}

const turnPaths = () => {
  const [own, other] = coturns
  return { udp: `TURN ${own?.url}`, tcp: `TURN ${own?.url}?transport=tcp`, tls: `TURN ${own?.tlsUrl}`, wrong: `TURN ${other?.url}` }
}
const ANSWERED = expect.stringMatching(/^answered in \d+ ms$/)
const REFUSED = 'refused: nothing listens there, or a firewall rejects it'
const media = () => `${FIREWALL}:${port}`
const NOT_RELAYED = () => expect.stringContaining(`it allocates, but ${media()} does not answer through it`)

test('with every port open all paths answer, and a TURN server with another secret is named', async () => {
  await openUdp()
  await openTcp()
  const run = await runCommand()
  const { udp, tcp, tls, wrong } = turnPaths()
  expect(outcomesOf(run)).toEqual({
    [`UDP ${media()}`]: ANSWERED,
    [`TCP ${media()}`]: ANSWERED,
    [udp]: ANSWERED,
    [tcp]: ANSWERED,
    [tls]: ANSWERED,
    [wrong]: expect.stringMatching(/^refused: 401 \(is TURN_SECRET /),
  })
  expect(run).toMatchObject({ status: 0, out: expect.stringContaining('\nCalls work from here.\n'), err: '' })
  for (const secret of [SECRET, secretOf(world.servers.nats.url)]) expect(run.out).not.toContain(secret)
})

test('a closed UDP port is named, and calls work over TCP', async () => {
  await bindUdp()
  await openTcp()
  const run = await runCommand('--json')
  const { works, paths } = JSON.parse(run.out) as MediaReport
  expect({ works, status: run.status }).toEqual({ works: true, status: 0 })
  const problem = `no answer within 3 s: is UDP port ${port} open in the firewall?`
  expect(paths).toContainEqual({ path: 'UDP', to: media(), ms: null, problem })
  expect(paths).toContainEqual({ path: 'TCP', to: media(), ms: expect.any(Number), problem: null })
  const [own] = coturns
  for (const to of [own?.url, own?.tlsUrl]) expect(paths).toContainEqual({ path: 'TURN', to, ms: null, problem: NOT_RELAYED() })
})

test('a closed TCP port is named, and calls work over UDP', async () => {
  await openUdp()
  const run = await runCommand()
  expect(outcomesOf(run)).toMatchObject({ [`UDP ${media()}`]: ANSWERED, [`TCP ${media()}`]: REFUSED, [turnPaths().udp]: ANSWERED })
  expect(run).toMatchObject({ status: 0, out: expect.stringContaining('\nWithout TCP, ') })
})

test('with both ports closed calls do not work, and the account of the check is gone', async () => {
  const run = await runCommand()
  expect(outcomesOf(run)).toMatchObject({ [`UDP ${media()}`]: REFUSED, [`TCP ${media()}`]: REFUSED, [turnPaths().udp]: NOT_RELAYED() })
  expect(run).toMatchObject({ status: 1, out: expect.stringContaining(`\nCalls do not work from here: no path reaches ${media()}.\n`) })
  expect(run.out).not.toContain('Calls work')
  expect(await accountsOfChecks()).toEqual([])
})

test('without the operator’s NATS it asks for Premium by hand, and deletes its account when it is interrupted', async () => {
  const run = await runScript(['admin.ts', 'check-media'], {}, (child) => {
    child.stderr?.once('data', () => child.kill('SIGINT'))
  })
  const [, username] = /^ {2}npm run admin -- grant-premium (media-check-\w+)$/m.exec(run.err) ?? []
  expect(username).toBeDefined()
  expect(run).toMatchObject({ status: 1, out: '', err: expect.stringMatching(/\nInterrupted\.\n$/) })
  expect(await accountsOfChecks()).toEqual([])
})

test('it goes on when Premium is given by hand', async () => {
  await openUdp()
  await openTcp()
  const run = await runScript(['admin.ts', 'check-media'], {}, (child) => {
    child.stderr?.once('data', async (line) => {
      const username = /account (\S+)/.exec(String(line))?.[1] ?? ''
      const { id } = await world.rpc('auth.find_user', { username })
      await world.rpc('billing.grant', { userId: id, by: 'test' })
    })
  })
  expect(outcomesOf(run)).toMatchObject({ [`UDP ${media()}`]: ANSWERED, [`TCP ${media()}`]: ANSWERED })
  expect(run.status).toBe(0)
})

test('the test of an installation rings a door and moves media', async () => {
  await openUdp()
  await openTcp()
  const run = await runScript(['installation-test/main.ts'], { NATS_URL: operatorUrl(), GATEWAY_URL: world.url })
  expect(run.out).toMatch(new RegExp(`\\n +UDP +${media()} +answered in \\d+ ms\\n`))
  expect(run).toMatchObject({ status: 0, out: expect.stringMatching(/\nThe door rings, and calls work\.\n$/), err: '' })
  expect(await accountsOfChecks()).toEqual([])
})

test('the test of an installation fails where no media moves', async () => {
  const run = await runScript(['installation-test/main.ts'], { NATS_URL: operatorUrl(), GATEWAY_URL: world.url })
  expect(run).toMatchObject({ status: 1, err: expect.stringMatching(/^The door rings, but calls do not work: /) })
  expect(await accountsOfChecks()).toEqual([])
})
