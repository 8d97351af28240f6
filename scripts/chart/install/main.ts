/**
 * `npm run chart:install -- --kubeconfig F [--load "kind load docker-image"] [--values F…]`: builds the images, loads them into a
 * cluster, installs the chart and tests an installation's life: rings, calls, killed pods, upgrade, rollback, uninstall.
 */
import { parseArgs } from 'node:util'
import { StartError } from '../../servers/server.ts'
import { Progress } from '../../start/progress.ts'
import { upgradeAndBack } from './assets.ts'
import { drainMedia } from './drain.ts'
import { compareEdges } from './edges.ts'
import { AGAIN, Installation, PREFIX, RELEASE, TAG } from './installation.ts'
import { loseMedia } from './loss.ts'
import { scrapeAll } from './metrics.ts'
import { killEach, scaleOut, uninstallAndBack } from './recovery.ts'
import { scaleMedia } from './scale.ts'
import { chatAndCall, recordCalls } from './talk.ts'
import { behindTraefik } from './traefik.ts'
import { upgradeWithCalls } from './upgrade.ts'
import { verifyFull } from './verify-full.ts'

const SITUATIONS = [
  'build',
  'install',
  'hostNetwork',
  'recording',
  'nodePort',
  'edges',
  'autoscaling',
  'kill',
  'upgrade',
  'drain',
  'loss',
  'scale',
  'metrics',
  'verify-full',
  'ingress',
  'assets',
  'uninstall',
] as const
type Situation = (typeof SITUATIONS)[number]

const USAGE = `npm run chart:install -- --kubeconfig <file> [options]
  --load <command>      loads images into the cluster: their names are added to it ("kind load docker-image", "k3d image import")
  --values <file>       values for your cluster; may be given several times
  --gateway <host:port> where the gateway's Service is reached from here; its ClusterIP if not given
  --namespace <name>    doorbell-check if not given; it is created, and deleted at the end
  --url <https://…>     the public address; its name is resolved to this machine (https://bell.test:5443)
  --calls <number>      video calls that are held during a change (2; 0: none); each takes about 0.9 of a core
  --prometheus <image>  of the situation metrics (prom/prometheus:v3.13.2)
  --traefik <image>     of the situation ingress (traefik:v3.6); HTTPRoutes are tried where the cluster has the Gateway API's definitions
  --only <names>        some situations alone, comma-separated: ${SITUATIONS.join(', ')}
  --keep                leaves the installation there at the end`

const progress = new Progress()

function readOptions() {
  const { values } = parseArgs({
    options: {
      kubeconfig: { type: 'string' },
      load: { type: 'string' },
      values: { type: 'string', multiple: true, default: [] },
      gateway: { type: 'string' },
      namespace: { type: 'string', default: 'doorbell-check' },
      url: { type: 'string', default: 'https://bell.test:5443' },
      calls: { type: 'string', default: '2' },
      prometheus: { type: 'string', default: 'prom/prometheus:v3.13.2' },
      traefik: { type: 'string', default: 'traefik:v3.6' },
      only: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit()
  }
  const { kubeconfig, load, gateway } = values
  if (!kubeconfig) throw new StartError(`--kubeconfig is missing.\n${USAGE}`)
  const calls = Number(values.calls)
  if (!Number.isInteger(calls) || calls < 0) throw new StartError(`--calls ${values.calls} is no number of calls.\n${USAGE}`)
  const only = values.only?.split(',') ?? SITUATIONS
  const unknown = only.find((name) => !SITUATIONS.includes(name as Situation))
  if (unknown) throw new StartError(`There is no situation ${unknown}.\n${USAGE}`)
  return { ...values, kubeconfig, load, gateway, calls, only: new Set(only as readonly Situation[]) }
}

const given = readOptions()
const installation = new Installation(given, progress)
const { cluster } = installation

async function installFirst(): Promise<void> {
  await cluster.makeNamespace()
  await progress.step('install', () => installation.install())
  await progress.step('helm test', () => cluster.helm('test', RELEASE))
}

async function withNodePorts(): Promise<void> {
  await progress.step('nodePort', () => installation.install('sfu.exposure=nodePort'))
  await chatAndCall(installation)
}

async function expectEdges(): Promise<void> {
  const asked = ['gateway', 'auth', 'doorbell', 'billing', 'security', 'notify', 'signaling']
  if (given.only.has('nodePort')) asked.push('sfu')
  else progress.say('edges of the sfu are seen with nodePort alone')
  const { differences } = await progress.step(
    'edges',
    () => compareEdges(cluster, PREFIX, asked),
    ({ tried }) => `${tried} pairs as in the table`,
  )
  if (differences.length > 0) throw new Error(`the network policies are not the table: ${differences.join(', ')}`)
}

async function buildBoth(): Promise<void> {
  await progress.step('images', () => installation.build(TAG))
  if (given.only.has('upgrade')) await progress.step('images again', () => installation.build(AGAIN))
}

/** Whether the cluster is there and the chart takes the values, before images are built for a quarter of an hour. */
const checkValues = () => installation.upgrade(['--dry-run=server'], [])

/** In this order. */
const WORK: Readonly<Record<Situation, () => Promise<void>>> = {
  build: buildBoth,
  install: installFirst,
  hostNetwork: () => chatAndCall(installation),
  recording: () => recordCalls(installation),
  nodePort: withNodePorts,
  edges: expectEdges,
  autoscaling: () => scaleOut(installation),
  kill: () => killEach(installation),
  upgrade: () => upgradeWithCalls(installation),
  drain: () => drainMedia(installation),
  loss: () => loseMedia(installation),
  scale: () => scaleMedia(installation),
  metrics: () => scrapeAll(installation),
  'verify-full': () => verifyFull(installation),
  ingress: () => behindTraefik(installation),
  assets: () => upgradeAndBack(installation),
  uninstall: () => uninstallAndBack(installation),
}

async function main(): Promise<void> {
  const { only } = given
  if (only.size < SITUATIONS.length) progress.say(`only ${[...only].join(', ')}`)
  await progress.step('values', checkValues)
  for (const situation of SITUATIONS) {
    if (only.has(situation)) await WORK[situation]()
    // The edges of the sfu are seen with node ports; what follows needs the nodes' own network.
    if (situation === 'edges' && only.has('nodePort')) await progress.step('hostNetwork', () => installation.install())
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void installation.closeIngress().finally(() => process.exit(1)))

try {
  await main()
  if (!given.keep && given.only.has('install')) {
    await cluster.helm('uninstall', RELEASE, '--wait')
    await cluster.kubectl('delete', 'namespace', cluster.namespace, cluster.mediaNamespace, '--wait=false')
  }
  console.log('The chart installs, rings, calls and survives.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
} finally {
  await installation.closeIngress()
}
