/**
 * `npm run chart:install -- --kubeconfig F [--load "kind load docker-image"] [--values F…]`: builds the images, loads them into a
 * cluster, installs the chart and tests an installation's life: rings, calls, killed pods, upgrade, rollback, uninstall.
 */
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../bootstrap/launch.mjs'
import { imagesOf } from '../../images/contents.ts'
import { StartError } from '../../servers/server.ts'
import { Progress } from '../../start/progress.ts'
import type { Resident } from '../../testing/people.ts'
import { eventually } from '../../testing/wait.ts'
import { type Ingress, startCaddy } from './caddy.ts'
import { Cluster, isReady, run } from './cluster.ts'
import { compareEdges } from './edges.ts'
import { Pages } from './pages.ts'
import { Rings, type Rung, register } from './rings.ts'

const RELEASE = 'bell'
const PREFIX = `${RELEASE}-doorbell`
const CHART = join(ROOT, 'charts/digital-doorbell')
const IMAGES = 'localhost/digital-doorbell'
const TAG = 'installed'
const NEXT = 'next'
/** The killed components, in the order of the table in docs/architecture.md, servers last. */
const KILLED = ['gateway', 'auth', 'doorbell', 'billing', 'security', 'notify', 'signaling', 'sfu', 'nats', 'redis', 'postgres']
const RECOVERED_MS = 180_000
/** The rings of one machine are a small part of the CPU that a copy requests. */
const SCALED_AT_CPU_PERCENT = 5
/** metrics-server measures once a minute, and a new copy has to start. */
const SCALED_MS = 300_000
/** After its node was killed: 45 s until doorbell treats the recording as lost, and its job. */
const FILM_MS = 180_000
/** The Service chooses a copy at random: all eight on the same one happens once in 256 runs. */
const MOST_TRIES = 8
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
  'uninstall',
] as const
type Situation = (typeof SITUATIONS)[number]

const USAGE = `npm run chart:install -- --kubeconfig <file> [options]
  --load <command>      loads images into the cluster: their names are added to it ("kind load docker-image", "k3d image import")
  --values <file>       values for your cluster; may be given several times
  --gateway <host:port> where the gateway's Service is reached from here; its ClusterIP if not given
  --namespace <name>    doorbell-check if not given; it is created, and deleted at the end
  --url <https://…>     the public address; its name is resolved to this machine (https://bell.test:5443)
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
      only: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit()
  }
  if (!values.kubeconfig) throw new StartError(`--kubeconfig is missing.\n${USAGE}`)
  const only = values.only?.split(',') ?? SITUATIONS
  const unknown = only.find((name) => !SITUATIONS.includes(name as Situation))
  if (unknown) throw new StartError(`There is no situation ${unknown}.\n${USAGE}`)
  return { ...values, kubeconfig: values.kubeconfig, only: new Set(only as readonly Situation[]) }
}

const given = readOptions()
const cluster = new Cluster(given.kubeconfig, given.namespace)
const host = new URL(given.url).host
let ingress: Ingress | undefined

/** Builds all images of a tree and loads them. @param further options of `npm run images` */
async function build(tag: string, ...further: readonly string[]): Promise<void> {
  await run('npm', ['run', 'images', '--', '--prefix', IMAGES, '--tag', tag, ...further], process.env)
  const [program, ...args] = given.load?.split(' ') ?? []
  const images = imagesOf(ROOT).map(({ name }) => `${IMAGES}/${name}:${tag}`)
  if (program) await run(program, [...args, ...images], process.env)
  else progress.say('no --load: the cluster has to find the images itself')
}

/** A tree of the next release, whose pages have other scripts. */
async function buildNext(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doorbell-next-'))
  const git = (...args: readonly string[]) => run('git', ['-C', ROOT, ...args], process.env)
  await git('worktree', 'add', '--detach', join(folder, 'tree'), 'HEAD')
  try {
    for (const page of ['visitor', 'resident'])
      await appendFile(join(folder, 'tree/web/src', page, 'main.tsx'), "\ndocument.documentElement.dataset.release = 'next'\n")
    await build(NEXT, '--context', join(folder, 'tree'), '--previous', `${IMAGES}/gateway:${TAG}`)
  } finally {
    await git('worktree', 'remove', '--force', join(folder, 'tree'))
    await rm(folder, { recursive: true, force: true })
  }
}

async function install(...sets: readonly string[]): Promise<void> {
  await upgrade([], sets)
}

/** @param flags of `helm upgrade` @param sets values beside the usual ones */
async function upgrade(flags: readonly string[], sets: readonly string[]): Promise<void> {
  const files = given.values.flatMap((file) => ['--values', file])
  const copies = ['gateway', 'doorbell', 'sfu'].map((service) => `${service}.replicas=2`)
  const values = [`global.publicUrl=${given.url}`, `global.image.tag=${TAG}`, ...copies, ...sets].flatMap((set) => ['--set', set])
  await cluster.helm('upgrade', '--install', RELEASE, CHART, ...files, ...values, ...flags, '--wait', '--timeout', '5m')
}

async function gatewayAddress(): Promise<string> {
  return given.gateway ?? `${await cluster.address(`${PREFIX}-gateway`)}:80`
}

async function openIngress(): Promise<string> {
  ingress ??= await startCaddy(given.url, await gatewayAddress())
  return ingress.plainUrl
}

async function premium(): Promise<Resident> {
  const resident = await register(await openIngress(), host)
  await cluster.kubectl(
    '-n',
    cluster.namespace,
    'exec',
    `deploy/${PREFIX}-operator`,
    '--',
    'node',
    'scripts/admin.ts',
    'grant-premium',
    resident.user.username,
  )
  return resident
}

/** How many copies of the gateway have open sockets. */
async function gatewaysInUse(): Promise<number> {
  const read =
    "fetch('http://127.0.0.1:8080/metrics').then((a) => a.text()).then((t) => console.log(/^doorbell_sockets_open (\\d+)/m.exec(t)[1]))"
  const open = (await cluster.pods('gateway')).map((pod) => cluster.exec(pod, 'node', '--eval', read))
  return (await Promise.all(open)).filter((text) => Number(text) > 0).length
}

/** A ring, a chat and a video call in Chromium through the ingress, each until its parties are on different copies of the gateway. */
async function chatAndCall(): Promise<void> {
  const resident = await premium()
  for (const what of ['chat', 'videoCall'] as const)
    for (let tries = 1, copies = 0; copies < 2; tries += 1) {
      if (tries > MOST_TRIES) throw new Error(`both parties were on one copy of the gateway ${MOST_TRIES} times`)
      const pages = await Pages.open(given.url, resident)
      const onRing = async () => {
        copies = await gatewaysInUse()
      }
      try {
        await progress.step(
          what,
          () => pages[what](onRing),
          () => (copies > 1 ? 'on two copies of the gateway' : 'on one copy: again'),
        )
        if (pages.broken.length > 0) throw new Error(`assets failed: ${pages.broken.join(', ')}`)
      } finally {
        await pages.close()
      }
    }
  await resident.leave()
}

/** The film of the only recorded call of a resident, whose bytes say what they are. */
async function expectFilm(resident: Resident): Promise<string> {
  const done = async () => (await resident.call('doorbell.films', {})).find(({ state }) => state === 'ready' || state === 'failed')
  const film = await eventually('the film to be made', done, FILM_MS)
  if (film.state === 'failed') throw new Error('the film could not be made')
  const { status, body } = await resident.client.bytes(`/api/films/${film.id}/video`, { host })
  const missing = ['ftyp', 'avc1', 'mp4a'].filter((box) => !body.includes(box))
  if (status !== 200 || missing.length > 0) throw new Error(`the film is no MP4 of H264 and AAC: ${status}, without ${missing.join(', ')}`)
  return `a film of ${film.seconds} s, ${Math.round(body.length / 1_000)} kB`
}

/** A call is recorded and its film made: after a stop of the recording, and after the node that records is killed. */
async function recordCalls(): Promise<void> {
  for (const [what, end] of [
    ['recording', (pages: Pages) => pages.stopRecording()],
    ['kill sfu that records', killSfus],
  ] as const) {
    const resident = await premium()
    const { unavailable } = await resident.call('doorbell.recording_status', {})
    if (unavailable !== null) throw new Error(`calls are not recorded: ${unavailable}`)
    const pages = await Pages.open(given.url, resident)
    try {
      await progress.step(
        what,
        async () => {
          await pages.recordedCall(() => end(pages))
          return expectFilm(resident)
        },
        (film) => film,
      )
    } finally {
      await pages.close()
      await resident.leave()
    }
  }
}

/** All copies, because a call is on one of them. */
async function killSfus(): Promise<void> {
  await Promise.all((await cluster.pods('sfu')).map((pod) => cluster.kill(pod)))
}

const inWords = ({ acknowledged, sentAgain, slowestMs }: Rung) =>
  `${acknowledged} rings acknowledged, none lost, ${sentAgain} sent again, slowest ${(slowestMs / 1000).toFixed(1)} s`

async function killEach(): Promise<void> {
  const rings = await Rings.prepare(await openIngress(), host)
  for (const component of KILLED) {
    const [pod] = await cluster.pods(component)
    if (!pod) {
      progress.say(`${component} has no pod here: nothing is killed`)
      continue
    }
    const before = (await cluster.pods(component)).length
    const kill = async () => {
      await cluster.kill(pod)
      const recovered = async () => {
        const pods = (await cluster.pods(component)).filter(({ metadata }) => metadata.uid !== pod.metadata.uid)
        return pods.length >= before && pods.every(isReady)
      }
      await eventually(`${component} to be ready again`, recovered, RECOVERED_MS)
    }
    await progress.step(`kill ${component}`, () => rings.during(kill), inWords)
  }
  await rings.leave()
}

/** During rings the gateway uses more than the little CPU that it may use here, and gets further copies. */
async function scaleOut(): Promise<void> {
  const apis = await cluster.kubectl('get', 'apiservices', '-o', 'name')
  if (!apis.includes('metrics.k8s.io')) {
    progress.say('autoscaling is not tried: the cluster has no metrics-server')
    return
  }
  const before = (await cluster.pods('gateway')).length
  const scaled = async () => {
    const pods = await cluster.pods('gateway')
    return pods.length > before && pods.every(isReady)
  }
  const rings = await Rings.prepare(await openIngress(), host)
  await progress.step('autoscaling', async () => {
    const limits = ['enabled=true', 'min=2', 'max=4', `cpu=${SCALED_AT_CPU_PERCENT}`]
    await install(...limits.map((limit) => `gateway.autoscaling.${limit}`))
    await rings.during(() => eventually('the gateway to have more copies', scaled, SCALED_MS).then(() => undefined))
    // Helm 4 refuses to overwrite the number of replicas that the autoscaler has set; Helm 3 does not, and has no such flag.
    await upgrade((await cluster.helm('version', '--short')).startsWith('v4') ? ['--force-conflicts'] : [], [])
  })
  await rings.leave()
}

/** The next release while people ring and a page is open; and back. */
async function upgradeAndBack(): Promise<void> {
  await progress.step('build next', buildNext)
  const rings = await Rings.prepare(await openIngress(), host)
  const resident = await premium()
  const pages = await Pages.open(given.url, resident)
  try {
    await pages.ring()
    await progress.step('upgrade', () => rings.during(() => loading(() => install(`global.image.tag=${NEXT}`))), inWords)
    await progress.step(
      'rollback',
      () => rings.during(() => loading(async () => void (await cluster.helm('rollback', RELEASE, '--wait')))),
      inWords,
    )
  } finally {
    await pages.close()
    await resident.leave()
    await rings.leave()
  }
}

/** Opens both pages with all their assets again and again, in browsers without a cache, until `work` ends. */
async function loading(work: () => Promise<void>): Promise<void> {
  const resident = await premium()
  let over = false
  let opened = 0
  const loads = (async () => {
    do {
      const pages = await Pages.open(given.url, resident)
      await Promise.all([pages.home, pages.door].map((page) => page.waitForLoadState('networkidle')))
      const { broken } = pages
      await pages.close()
      if (broken.length > 0) throw new Error(`assets failed: ${broken.join(', ')}`)
      opened += 2
    } while (!over)
  })()
  try {
    await Promise.all([loads, work().finally(() => (over = true))])
    progress.say(`${opened} pages opened with every asset`)
  } finally {
    await resident.leave()
  }
}

/** Uninstalling keeps accounts, doors and rings; the next installation uses them. */
async function uninstallAndBack(): Promise<void> {
  const rings = await Rings.prepare(await openIngress(), host)
  await rings.during(async () => undefined)
  const before = await Promise.all(rings.residents.map(async (resident) => (await resident.activities()).length))
  await progress.step('uninstall', () => cluster.helm('uninstall', RELEASE, '--wait'))
  await progress.step('install again', () => install())
  const { plainUrl } = ingress as Ingress
  await ingress?.stop()
  ingress = await startCaddy(given.url, await gatewayAddress(), Number(new URL(plainUrl).port))
  for (const [n, resident] of rings.residents.entries()) {
    const { length } = await resident.activities()
    if (length !== before[n]) throw new Error(`${resident.user.username} had ${before[n]} rings and has ${length}`)
  }
  await rings.leave()
}

/** Whether the cluster is there and the chart takes the values, before images are built for a quarter of an hour. */
const checkValues = () => upgrade(['--dry-run=server'], [])

async function main(): Promise<void> {
  const { only } = given
  if (only.size < SITUATIONS.length) progress.say(`only ${[...only].join(', ')}`)
  await progress.step('values', checkValues)
  if (only.has('build')) await progress.step('images', () => build(TAG))
  if (only.has('install')) {
    await cluster.makeNamespace()
    await progress.step('install', () => install())
    await progress.step('helm test', () => cluster.helm('test', RELEASE))
  }
  if (only.has('hostNetwork')) await chatAndCall()
  if (only.has('recording')) await recordCalls()
  if (only.has('nodePort')) {
    await progress.step('nodePort', () => install('sfu.exposure=nodePort'))
    await chatAndCall()
  }
  if (only.has('edges')) {
    const asked = ['gateway', 'auth', 'doorbell', 'billing', 'security', 'notify', 'signaling', ...(only.has('nodePort') ? ['sfu'] : [])]
    if (!only.has('nodePort')) progress.say('edges of the sfu are seen with nodePort alone')
    const { differences } = await progress.step(
      'edges',
      () => compareEdges(cluster, PREFIX, asked),
      ({ tried }) => `${tried} pairs as in the table`,
    )
    if (differences.length > 0) throw new Error(`the network policies are not the table: ${differences.join(', ')}`)
  }
  if (only.has('nodePort')) await progress.step('hostNetwork', () => install())
  if (only.has('autoscaling')) await scaleOut()
  if (only.has('kill')) await killEach()
  if (only.has('upgrade')) await upgradeAndBack()
  if (only.has('uninstall')) await uninstallAndBack()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.resolve(ingress?.stop()).finally(() => process.exit(1)))

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
  await ingress?.stop()
}
