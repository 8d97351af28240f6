/** Rings arrive while pods are killed, while the gateway scales out, and after the release was uninstalled. */
import { eventually } from '../../testing/wait.ts'
import { isReady } from './cluster.ts'
import { type Installation, RELEASE } from './installation.ts'
import { Rings, rungInWords } from './rings.ts'

/** The killed components, in the order of the table in docs/architecture.md, servers last. */
const KILLED = ['gateway', 'auth', 'doorbell', 'billing', 'security', 'notify', 'signaling', 'sfu', 'nats', 'redis', 'postgres']
const RECOVERED_MS = 180_000
/** The rings of one machine are a small part of the CPU that a copy requests. */
const SCALED_AT_CPU_PERCENT = 5
/** metrics-server measures once a minute, and a new copy has to start. */
const SCALED_MS = 300_000

export async function killEach(installation: Installation): Promise<void> {
  const { cluster, progress } = installation
  const rings = await Rings.prepare(await installation.openIngress(), installation.host)
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
    await progress.step(`kill ${component}`, () => rings.during(kill), rungInWords)
  }
  await rings.leave()
}

/** During rings the gateway uses more than the little CPU that it may use here, and gets further copies. */
export async function scaleOut(installation: Installation): Promise<void> {
  const { cluster, progress } = installation
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
  const rings = await Rings.prepare(await installation.openIngress(), installation.host)
  await progress.step('autoscaling', async () => {
    const limits = ['enabled=true', 'min=2', 'max=4', `cpu=${SCALED_AT_CPU_PERCENT}`]
    await installation.install(...limits.map((limit) => `gateway.autoscaling.${limit}`))
    await rings.during(() => eventually('the gateway to have more copies', scaled, SCALED_MS).then(() => undefined))
    // Helm 4 refuses to overwrite the number of replicas that the autoscaler has set; Helm 3 does not, and has no such flag.
    await installation.upgrade((await cluster.helm('version', '--short')).startsWith('v4') ? ['--force-conflicts'] : [], [])
  })
  await rings.leave()
}

/** Uninstalling keeps accounts, doors and rings; the next installation uses them. */
export async function uninstallAndBack(installation: Installation): Promise<void> {
  const { cluster, progress } = installation
  const rings = await Rings.prepare(await installation.openIngress(), installation.host)
  await rings.during(async () => undefined)
  const before = await Promise.all(rings.residents.map(async (resident) => (await resident.activities()).length))
  await progress.step('uninstall', () => cluster.helm('uninstall', RELEASE, '--wait'))
  await progress.step('install again', () => installation.install())
  await installation.reopenIngress()
  for (const [n, resident] of rings.residents.entries()) {
    const { length } = await resident.activities()
    if (length !== before[n]) throw new Error(`${resident.user.username} had ${before[n]} rings and has ${length}`)
  }
  await rings.leave()
}
