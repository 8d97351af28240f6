/**
 * `npm run upgrade -- --from <commit>`: checks that this tree starts on data of an older commit. The older commit is started with a data
 * directory of its own. Its own random walk (scripts/lab/walk), which knows its contract, fills two accounts. Rings are left live, missed
 * and with unhandled events, and everything is killed. This tree then starts on that directory, and every list and page must answer, every
 * door must ring, and every event must be handled.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { jetstreamManager } from '@nats-io/jetstream'
import { EVENT_STREAM } from '#proto/subjects.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { type Footing, Walk } from '#scripts/lab/walk/walk.ts'
import { workerPath } from '#scripts/media-worker/paths.ts'
import { cacheFolder } from '#scripts/servers/cache.ts'
import { freePort } from '#scripts/servers/ports.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { connectRunningProduct, processesOf, type RunningProduct } from './running-product.ts'

/** Longer than the life of a ring. */
const RING_OVER_MS = 60_000
const MISSED_RINGS = 5
const UNHANDLED_RINGS = 10
const START_MS = 300_000
const HANDLED_MS = 60_000
/** How long to wait for killed processes: PostgreSQL considers its predecessor alive until the parent has reaped it. */
const GONE_MS = 60_000

type Started = { readonly process: ChildProcess; readonly product: RunningProduct }
type Left = { readonly footing: Footing; readonly rung: readonly number[]; readonly residents: number }

const say = (line: string) => console.log(line)

/** @returns the older commit's tree with its dependencies, kept in the cache */
function treeOf(commit: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const hash = git('rev-parse', '--short=12', `${commit}^{commit}`)
  const tree = join(cacheFolder(), 'upgrade', hash)
  if (!existsSync(tree)) execFileSync('git', ['clone', '--quiet', '--no-checkout', ROOT, tree])
  execFileSync('git', ['-C', tree, 'checkout', '--quiet', '--detach', hash])
  if (!existsSync(join(tree, 'node_modules'))) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'inherit' })
  return tree
}

/** Commits from before `scripts/lab` have its folders in `scripts`. */
const labOf = (tree: string) => [join(tree, 'scripts/lab'), join(tree, 'scripts')].find((folder) => existsSync(join(folder, 'upgrade')))

/** A module of the older commit, whose own imports are of that commit too. */
const from = <M>(lab: string, file: string): Promise<M> => import(pathToFileURL(join(lab, file)).href)

async function start(tree: string, dataDir: string, connect = connectRunningProduct): Promise<Started> {
  const port = await freePort()
  const env = { ...process.env, OPEN: '0', PORT: String(port), DATA_DIR: dataDir, TEST_CLOCK: '1', NODE_ENV: 'test', BILLING: 'off' }
  const child = spawn(process.execPath, [join(tree, 'scripts', 'start', 'main.ts')], {
    cwd: tree,
    env: { ...env, TRUSTED_PROXIES: 'none', MEDIASOUP_WORKER_BIN: workerPath() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(output)
    return /^ready /m.test(output)
  }
  await eventually('the product to be ready', isReady, START_MS)
  return { process: child, product: await connect(tree, dataDir, `http://localhost:${port}`) }
}

async function ringTimes(product: RunningProduct, code: string, times: number): Promise<number[]> {
  const rings = Array.from({ length: times }, () => product.visitor().ring(code, { visitorName: 'Vera' }))
  return (await Promise.all(rings)).map(({ id }) => id)
}

/** Creates the data of a product that has run for months. */
async function fill(lab: string, { process: child, product }: Started, dataDir: string, seed: number, steps: number): Promise<Left> {
  const walks = await from<typeof import('#scripts/lab/walk/walk.ts')>(lab, 'walk/walk.ts')
  const { drawHistory } = await from<typeof import('#scripts/lab/walk/steps.ts')>(lab, 'walk/steps.ts')
  const walk = await walks.Walk.start(product)
  await walk.look()
  for (const step of drawHistory(seed, steps)) await walk.take(step)
  const resident = await product.resident({ premium: true })
  const code = resident.user.qrCodeId
  const missed = await ringTimes(product, code, MISSED_RINGS)
  await product.clock.shift(RING_OVER_MS)
  const { footing } = walk
  const unhandled = await ringTimes(product, code, UNHANDLED_RINGS)
  await killAll(child, dataDir)
  await product.close()
  const usernames = [...footing.usernames, resident.user.username]
  return {
    footing: { ...footing, usernames, ahead: footing.ahead + RING_OVER_MS },
    rung: [...missed, ...unhandled],
    residents: usernames.length,
  }
}

/** Kills every process with SIGKILL, as a power cut would. */
async function killAll(child: ChildProcess, dataDir: string): Promise<void> {
  const pids = [child.pid as number, ...processesOf(dataDir)]
  for (const pid of pids) kill(pid, 'SIGKILL')
  await eventually('every process to be gone', () => !pids.some((pid) => kill(pid, 0)), GONE_MS)
}

/** @returns whether the process existed */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** @returns the rings whose event is in the stream */
async function ringEvents({ bus }: RunningProduct): Promise<Set<number>> {
  const manager = await jetstreamManager(bus.connection)
  const { state } = await manager.streams.info(EVENT_STREAM)
  const found = new Set<number>()
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage(EVENT_STREAM, { seq }).catch(() => null)
    const event = message?.json<{ name: string; data: { activityId?: number } }>()
    if (event?.name === 'doorbell.rung' && event.data.activityId) found.add(event.data.activityId)
  }
  return found
}

async function everyEventIsHandled({ bus }: RunningProduct): Promise<boolean> {
  const manager = await jetstreamManager(bus.connection)
  for await (const consumer of manager.consumers.list(EVENT_STREAM)) if (consumer.num_pending + consumer.num_ack_pending > 0) return false
  return true
}

async function verify({ product }: Started, { footing, rung }: Left): Promise<void> {
  const walk = await Walk.resume(product, footing)
  await walk.look()
  say('every list and page answers')
  await walk.ringEveryDoor()
  say('every door rings')
  await eventually(
    'the event of every ring to be published',
    async () =>
      rung.every(
        (
          (known) => (id: number) =>
            known.has(id)
        )(await ringEvents(product)),
      ),
    HANDLED_MS,
  )
  await eventually('every event to be handled', () => everyEventIsHandled(product), HANDLED_MS)
  say(`${rung.length} rings: every event is published and handled`)
  await walk.leave()
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, seed: { type: 'string', default: '1' }, steps: { type: 'string', default: '150' } },
})
if (!values.from) throw new Error('npm run upgrade -- --from <commit> [--seed N] [--steps N]')
const dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'))
const tree = treeOf(values.from)
const lab = labOf(tree)
if (!lab) throw new Error(`${values.from} has no scripts/lab/upgrade yet: choose a later commit.`)
say(`starting ${values.from}`)
const connection = await from<typeof import('./running-product.ts')>(lab, 'upgrade/running-product.ts')
const old = await start(tree, dataDir, connection.connectRunningProduct)
say(`filling it: ${values.steps} steps, seed ${values.seed}`)
const left = await fill(lab, old, dataDir, Number(values.seed), Number(values.steps)).catch(async (error: unknown) => {
  await killAll(old.process, dataDir)
  throw error
})
say(`starting this tree on the data of ${left.residents} residents`)
const now = await start(ROOT, dataDir)
try {
  await verify(now, left)
  say('upgraded: nothing is lost')
} finally {
  await now.product.close()
  const ended = once(now.process, 'exit')
  now.process.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
