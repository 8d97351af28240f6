/** `npm start` itself: the whole product as a person starts it, on its own port and data directory. */
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { findSupport, gapsOf } from '#kit/confinement.ts'
import { SERVICES } from '#proto/operation.ts'
import { identify } from '../bootstrap/identity.mjs'
import { ROOT } from '../bootstrap/launch.mjs'
import { deriveSecret } from '../servers/credentials.ts'
import { NOBODY } from '../servers/unprivileged.ts'
import { cannotTry } from '../testing/cannot-try.ts'
import { mediaWorker } from '../testing/media/worker.ts'
import { startNginx } from '../testing/nginx.ts'
import { PASSWORD, Resident, Visitor } from '../testing/people.ts'
import { childrenOf } from '../testing/process.ts'
import { pidsIn, readyLine, type StartedProduct, startProduct, steadyPort } from '../testing/started-product.ts'
import { pressButton } from '../testing/stripe/press.ts'
import { eventually } from '../testing/wait.ts'
import { internalKeyOf, type Secrets } from './secrets.ts'

const SLOW = 300_000
const dataDir = mkdtempSync(join(tmpdir(), 'start-'))
const started: ChildProcess[] = []
let port = 0

function start(env: Record<string, string> = {}, command?: readonly [string, ...string[]]): StartedProduct {
  const run = startProduct({ PORT: String(port), DATA_DIR: dataDir, ...env }, command)
  started.push(run.process)
  return run
}
const pids = () => pidsIn(dataDir)

/** Its messages about ended processes. */
const endings = (run: StartedProduct) => run.output().match(/\S+ ended\b.*|\bstopping$/gm) ?? []

/** @throws Error naming the processes that do not run, and those that have ended */
function everybodyBut(run: StartedProduct, ended: number): number[] {
  const running = pids()
  const missing = ['postgres', 'redis', 'nats', 'gateway', ...SERVICES].filter((name) => [undefined, ended].includes(running[name]))
  if (missing.length > 0) throw new Error(`without ${missing.join(', ')}; ${endings(run).join('; ')}`)
  return Object.values(running)
}

const alive = (numbers: readonly number[]) => numbers.filter((pid) => identify(pid) !== undefined)

beforeAll(async () => {
  port = await steadyPort()
})
async function endStarted(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
  }
}
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function uidOf(pid: number): number {
  if (process.platform !== 'linux') return Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }))
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
const isOpenToOthers = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpenToOthers(dirname(path)))

describe('first start', () => {
  afterEach(endStarted)

  test(
    'a taken port is reported in one sentence before anything starts',
    async () => {
      const other = createServer().listen(port, '127.0.0.1')
      await once(other, 'listening')
      const run = start()
      expect(await run.ended).toBe(1)
      expect(run.output()).toBe(`Port ${port} is taken: stop what uses it, or choose another with PORT=.\n`)
      other.close()
    },
    SLOW,
  )

  test(
    'the product becomes ready, recovers a killed service and stops cleanly @all',
    async () => {
      const run = start()
      expect(await readyLine(run)).toBe(`ready  http://localhost:${port}`)
      expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
      for (const file of ['secrets.json', 'connection.json', 'dev-key', 'stripe.json'])
        expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0)

      const key = readFileSync(join(dataDir, 'dev-key'), 'utf8').trim()
      // This output is not a terminal: it may be a file that other users can read.
      expect(run.output()).toContain(`mailbox  http://localhost:${port}/dev/mail?key=<content of ${join(dataDir, 'dev-key')}>\n`)
      expect(run.output()).not.toContain(key)
      const mailbox = `http://localhost:${port}/dev/mail`
      expect((await fetch(`${mailbox}?key=${key}`, { redirect: 'manual' })).status).toBe(303)
      expect((await fetch(mailbox)).status).toBe(404)

      const second = start({ PORT: String(await steadyPort()) })
      expect(await second.ended).toBe(1)
      expect(second.output()).toMatch(/^Another copy runs with the data directory .+: stop it, or choose another DATA_DIR\.\n$/)

      const { doorbell = 0 } = pids()
      process.kill(doorbell, 'SIGKILL')
      const everybody = await eventually('another doorbell beside all others', () => everybodyBut(run, doorbell), SLOW / 2)
      expect(endings(run)).toEqual(['[doorbell] ended: SIGKILL, again in 0.25 s'])

      const from = Date.now()
      run.process.kill('SIGTERM')
      expect(await run.ended).toBe(0)
      expect(Date.now() - from).toBeLessThan(15_000)
      expect(alive(everybody)).toEqual([])
    },
    SLOW,
  )

  test(
    'behind a proxy with a public address nobody is led to the local Stripe @all',
    async () => {
      const own = mkdtempSync(join(tmpdir(), 'start-'))
      const run = start({ DATA_DIR: own, PUBLIC_URL: 'https://door.example.org', TRUSTED_PROXIES: '127.0.0.1/32' })
      await readyLine(run)
      const headers = 'proxy_set_header Host door.example.org; proxy_set_header X-Forwarded-For $remote_addr;'
      const nginx = await startNginx(`proxy_pass http://127.0.0.1:${port}; ${headers}`)
      const resident = await Resident.register(`http://127.0.0.1:${nginx.port}`)
      await expect(resident.call('billing.create_checkout_session', {})).rejects.toMatchObject({ status: 503, code: 'billing_off' })
      expect(await resident.call('billing.subscription', {})).toMatchObject({ billing: 'off' })
      expect(existsSync(join(own, 'stripe.json'))).toBe(false)
      await Promise.all([resident.leave(), nginx.stop()])
      await endStarted()
      rmSync(own, { recursive: true, force: true })
    },
    SLOW,
  )

  test(
    'a signal to npm stops the product before npm exits @all',
    async () => {
      const run = start({}, ['npm', 'start'])
      expect(await readyLine(run)).toBe(`ready  http://localhost:${port}`)
      const everybody = Object.values(pids())
      run.process.kill('SIGTERM')
      await run.ended
      await eventually('everybody to be gone', () => alive(everybody).length === 0, SLOW / 2)
      expect(run.output()).toContain('stopping')
    },
    SLOW,
  )
})

describe('running start', () => {
  let run: StartedProduct
  beforeAll(async () => {
    // Files of an earlier start, when everything ran as root.
    mkdirSync(join(dataDir, 'files', 'doorbell'), { recursive: true, mode: 0o700 })
    writeFileSync(join(dataDir, 'files', 'doorbell', 'old.jpg'), 'old', { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(join(dataDir, 'files'), 0, 0)
    run = start({ MEDIASOUP_WORKER_BIN: mediaWorker(), LOG_LEVEL: 'debug' })
    await readyLine(run)
  }, SLOW)
  afterAll(endStarted)

  test(
    'started as root, services and the media worker run as nobody',
    async () => {
      const self = process.getuid?.() ?? 0
      const expected = self === 0 && isOpenToOthers(ROOT) ? NOBODY : self
      expect(run.output().includes('the services run as root')).toBe(expected === 0)

      const names = readdirSync(join(ROOT, 'services')).filter((name) => name !== 'kit')
      expect(Object.fromEntries(names.map((name) => [name, uidOf(pids()[name] ?? 0)]))).toEqual(
        Object.fromEntries(names.map((name) => [name, expected])),
      )
      if (process.platform === 'linux') {
        const worker = await eventually('the media worker', () => childrenOf(pids().sfu ?? 0)[0], SLOW / 2)
        expect(uidOf(worker)).toBe(expected)
      }
      for (const path of ['files', 'files/doorbell/old.jpg']) expect([path, statSync(join(dataDir, path)).uid]).toEqual([path, expected])
      for (const path of ['secrets.json', 'dev-key', 'logs']) expect([path, statSync(join(dataDir, path)).uid]).toEqual([path, self])
    },
    SLOW,
  )

  // covers: N-ffmpeg
  test(
    'a program that reads recordings reaches no service, no file and no process',
    async () => {
      const { gateway = 0 } = pids()
      const uid = uidOf(gateway)
      const account = uid === process.getuid?.() ? undefined : { uid, gid: uid }
      const paths = ['files', 'files/doorbell/old.jpg', 'postgres/data', 'secrets.json', 'run'].map((path) => join(dataDir, path))
      const reads = paths.map((path) => `${statSync(path).isDirectory() ? 'ls' : 'cat'} ${path}`)
      const address = `sockaddr_in(${port}, INADDR_LOOPBACK)`
      const tries: Readonly<Record<string, readonly string[]>> = {
        'read the files and the environment of the services': [`cat /proc/${gateway}/environ`, ...reads],
        'signal the services': [`kill -0 ${gateway}`],
        'connect by TCP': [`perl -MSocket -e 'socket my $s, PF_INET, SOCK_STREAM, 0; connect $s, ${address} or exit 1'`],
      }
      const mayReadUnconfined = (path: string) => uid === 0 || statSync(path).uid === uid
      const forbidden = reads.filter((_read, index) => !mayReadUnconfined(paths[index] ?? ''))
      const unconfined = Object.values(tries)
        .flat()
        .filter((command) => !forbidden.includes(command))
      const failing = unconfined.filter((command) => spawnSync('/bin/sh', ['-c', command], { ...account, cwd: '/' }).status !== 0)
      expect(failing).toEqual([])

      const gaps = gapsOf(findSupport(account))
      if (gaps.length > 0) expect(run.output()).toContain('ffmpeg, which reads recorded calls, could')
      for (const gap of gaps) cannotTry(`a confined program may ${gap} here`)
      const blocked = Object.entries(tries).flatMap(([gap, commands]) => (gaps.includes(gap) ? [] : commands))
      const folder = mkdtempSync(join(tmpdir(), 'limited-'))
      if (process.getuid?.() === 0) chownSync(folder, uid, uid)
      const script = blocked.map((command) => `${command} >>/dev/null 2>&1 && echo ${JSON.stringify(command)}`).join('\n')
      const limits = { cpuSeconds: 20, memoryBytes: 800_000_000, wallMs: 30_000, nice: 0, network: 'loopback' }
      const code = `const { runLimited } = await import(${JSON.stringify(join(ROOT, 'services', 'kit', 'src', 'limited-process.ts'))})
        const [script, limits, cwd] = JSON.parse(process.argv[1])
        process.stdout.write(await runLimited('/bin/sh', ['-c', script + '\\necho tried'], limits, { cwd }))`
      const args = ['--input-type=module', '-e', code, JSON.stringify([script, limits, folder])]
      const confined = spawnSync(process.execPath, args, { ...account, cwd: '/', encoding: 'utf8' })
      expect(confined).toMatchObject({ stdout: 'tried\n', status: 0 })
      rmSync(folder, { recursive: true })
    },
    SLOW,
  )

  // covers: N-log
  test(
    'no log contains a secret, a password, a cookie, or what people wrote',
    async () => {
      const url = `http://localhost:${port}`
      const texts = { visitorName: 'Vera-In-The-Log', message: 'A message for no log' }
      const resident = await Resident.register(url, { firstName: 'Robin-In-The-Log' })
      const wrong = 'Wrong-Password-For-No-Log'
      await expect(Resident.signIn(url, { username: resident.user.username, password: wrong })).rejects.toThrow()
      const visitor = new Visitor(url)
      const visit = await visitor.ring(resident, texts)
      const [home, door] = [await resident.socket(), await visitor.socket(visit)]
      home.send({ type: 'chat_message', activityId: visit.id, recipientId: visit.id, message: 'An answer for no log' })
      await door.next('chat_message')
      await visitor.http('/api/user', { headers: { origin: 'https://evil.test' } })
      const page = (await resident.call('billing.create_checkout_session', {})).url
      await pressButton(page, 'pay')
      await eventually('premium', async () => (await resident.call('billing.subscription', {})).tier === 'premium')
      const stripe = JSON.parse(readFileSync(join(dataDir, 'stripe.json'), 'utf8')) as { secretKey: string; webhookSecret: string }
      await Promise.all([resident.leave(), visitor.leave()])

      const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Secrets
      const { gateway, nats } = JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8')) as { gateway: string; nats: string }
      const planted = [
        ...[...Object.values(secrets), stripe.secretKey, stripe.webhookSecret, new URL(page).pathname],
        ...[gateway, nats].map((address) => new URL(address).password),
        ...['auth', 'doorbell', 'billing', 'security', 'notify'].map((service) => deriveSecret(secrets.postgres, `postgres ${service}`)),
        ...['gateway', 'security', 'signaling', 'sfu'].map((user) => deriveSecret(secrets.redis, `redis ${user}`)),
        ...(['auth', 'doorbell'] as const).map((owner) => internalKeyOf(secrets.internalKey, owner)),
        readFileSync(join(dataDir, 'dev-key'), 'utf8').trim(),
        ...[...resident.client.cookies, ...visitor.client.cookies].map(([, value]) => value),
        ...[PASSWORD, wrong, resident.user.email, 'Robin-In-The-Log', texts.visitorName, texts.message, 'An answer for no log'],
        ...[resident.client.address, visitor.client.address],
      ]
      const logs = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.log(\.\d)?$/.test(name))
      expect(logs.length).toBeGreaterThanOrEqual(10)
      for (const name of logs) {
        const log = readFileSync(join(dataDir, name), 'utf8')
        expect([name, planted.filter((text) => log.includes(text))]).toEqual([name, []])
      }
      expect(planted.filter((text) => run.output().includes(text))).toEqual([])
    },
    SLOW,
  )

  test(
    'the next start is ready again after a supervisor kill -9 @all',
    async () => {
      const left = Object.values(pids())
      run.process.kill('SIGKILL')
      await run.ended
      const next = start()
      await readyLine(next)
      expect(alive(left)).toEqual([])
    },
    SLOW,
  )
})
