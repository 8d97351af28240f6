/** The media servers of an installation on the nodes' own network: their calls, their end, their crash. */
import { eventually } from '../../testing/wait.ts'
import { isReady, type Pod } from './cluster.ts'
import { IMAGES, type Installation, TAG } from './installation.ts'

const READY_MS = 120_000

/** Prints how many answered calls this copy has; it asks at the port that the pod's probes use. */
const COUNT = `const { readFileSync } = require('node:fs')
const port = process.env.READY_FILE ? /\\d+/.exec(readFileSync(process.env.READY_FILE, 'utf8'))[0] : 8080
fetch('http://127.0.0.1:' + port + '/metrics').then((answer) => answer.text())
  .then((text) => console.log(/^doorbell_calls_live\\{state="answered"\\} (\\d+)/m.exec(text)?.[1] ?? 0))`

/** How many answered calls a copy has. */
export async function callsOn({ cluster }: Installation, pod: Pod): Promise<number> {
  return Number(await cluster.exec(pod, 'node', '--eval', COUNT))
}

/** @returns the copy with the most calls, and how many, as soon as one has a call */
export function busiest(installation: Installation): Promise<{ readonly pod: Pod; readonly calls: number }> {
  return eventually('a copy of the sfu to have a call', async () => {
    const pods = await installation.cluster.pods('sfu')
    const counted = await Promise.all(pods.map(async (pod) => ({ pod, calls: await callsOn(installation, pod) })))
    return counted.sort((a, b) => b.calls - a.calls).find(({ calls }) => calls > 0)
  })
}

/** Waits until so many copies are ready and none is ending. */
export async function untilCopies({ cluster }: Installation, count: number, within = READY_MS): Promise<void> {
  await eventually(
    `${count} copies of the sfu`,
    async () => {
      const pods = await cluster.allPods('sfu')
      return pods.length === count && pods.every((pod) => pod.metadata.deletionTimestamp === undefined && isReady(pod))
    },
    within,
  )
}

const CRASHER = 'sfu-crasher'

/** A pod that sees the node's processes and can kill them: no process of a container can kill its first one from inside. */
export async function prepareCrash({ cluster }: Installation, node: string): Promise<void> {
  await cluster.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: CRASHER, namespace: cluster.mediaNamespace },
    spec: {
      hostPID: true,
      nodeName: node,
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 1,
      automountServiceAccountToken: false,
      containers: [
        {
          name: 'main',
          image: `${IMAGES}/tools:${TAG}`,
          command: ['sleep', 'infinity'],
          securityContext: { runAsUser: 0, privileged: true },
        },
      ],
    },
  })
  await cluster.kubectl('-n', cluster.mediaNamespace, 'wait', '--for=condition=Ready', `pod/${CRASHER}`, '--timeout=60s')
}

export async function endCrash({ cluster }: Installation): Promise<void> {
  await cluster.kubectl('-n', cluster.mediaNamespace, 'delete', 'pod', CRASHER, '--ignore-not-found', '--wait=false')
}

/** Kills every process whose control group is the pod's, and prints when. */
const KILL = `const { readdirSync, readFileSync } = require('node:fs')
const [uid] = process.argv.slice(1)
const names = [uid, uid.replaceAll('-', '_')]
const of = (pid) => { try { return readFileSync('/proc/' + pid + '/cgroup', 'utf8') } catch { return '' } }
const pids = readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).filter((pid) => names.some((name) => of(pid).includes(name)))
const at = Date.now()
for (const pid of pids) try { process.kill(Number(pid), 'SIGKILL') } catch {}
console.log(JSON.stringify({ at, killed: pids.length }))`

/**
 * Kills the processes of a pod (SIGKILL), as a crash would; Kubernetes starts its container again.
 * @returns when, in milliseconds since the epoch
 */
export async function crash({ cluster }: Installation, pod: Pod): Promise<number> {
  const said = await cluster.kubectl('-n', cluster.mediaNamespace, 'exec', CRASHER, '--', 'node', '--eval', KILL, pod.metadata.uid)
  const { at, killed } = JSON.parse(said) as { readonly at: number; readonly killed: number }
  if (killed === 0) throw new Error(`no process of the pod ${pod.metadata.name} was found`)
  return at
}
