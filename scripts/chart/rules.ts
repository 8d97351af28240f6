/** Rules for everything that the chart renders, with any values. */
import { edges } from './edges.ts'
import { type Container, containersOf, isSelected, type Probe, type Workload, workloadsOf } from './manifests.ts'
import { monitors, servicesAreLabelled } from './monitor-rules.ts'
import { networkPolicies } from './network-rules.ts'
import type { Rendered } from './rendered.ts'
import { COMPONENTS, extrasOf, takesPayments, type Values } from './values.ts'

/** @returns a sentence for each violation */
type Rule = (rendered: Rendered) => readonly string[]

/** The longest call takes 60 minutes. */
const LONGEST_CALL_S = 3600
/** Handing calls over takes 7 s at most, sending the last pieces of recordings 6 s, NATS 1 s, closing everything 10 s. */
const AFTER_DRAIN_MS = 24_000
/** A start on a node whose processors are all busy. */
const LONGEST_START_S = 300
const ON_THE_NODES_NETWORK = ['coturn', 'sfu']

const isService = ({ component }: Workload) => COMPONENTS.some((name) => name === component)
const sentence = (isWrong: boolean, text: string) => (isWrong ? [text] : [])
const nameOf = ({ manifest }: Workload) => `${manifest.kind} ${manifest.metadata.name}`
const copiesOf = ({ replicas, autoscaling }: Values['gateway']) => (autoscaling.enabled ? autoscaling.min : replicas)

const eachWorkload =
  (check: (workload: Workload, rendered: Rendered) => readonly string[]): Rule =>
  (rendered) =>
    workloadsOf(rendered.manifests).flatMap((workload) => check(workload, rendered).map((text) => `${nameOf(workload)} ${text}`))

const eachContainer = (check: (container: Container, workload: Workload, rendered: Rendered) => readonly string[]): Rule =>
  eachWorkload((workload, rendered) =>
    containersOf(workload).flatMap((container) =>
      check(container, workload, rendered).map((text) => `container ${container.name} ${text}`),
    ),
  )

const podsAreRestricted = eachWorkload(({ pod, component }, { values }) => [
  ...sentence(pod.securityContext?.runAsNonRoot !== true, 'may run as root'),
  ...sentence(!pod.securityContext?.runAsUser !== !values.global.podSecurityContext.runAsUser, 'runs as another user than the values say'),
  ...sentence(pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault', 'has no seccomp profile'),
  ...sentence(pod.automountServiceAccountToken !== false, 'gets the token of its service account'),
  ...sentence(pod.enableServiceLinks !== false, 'gets variables of unrelated Services'),
  ...sentence(pod.hostNetwork === true && !ON_THE_NODES_NETWORK.includes(component), "is on the node's network"),
  ...sentence(pod.hostNetwork === true && pod.dnsPolicy !== 'ClusterFirstWithHostNet', "does not know the cluster's names"),
  ...sentence(pod.hostNetwork === true && pod.containers.some(({ ports }) => ports), 'declares ports, so that no two fit on a node'),
])

const containersAreRestricted = eachContainer(({ securityContext: security }, { component }) => [
  ...sentence(security?.readOnlyRootFilesystem !== true, 'may write to its root file system'),
  ...sentence(security?.allowPrivilegeEscalation !== false, 'may gain privileges'),
  ...sentence(security?.capabilities?.drop?.join() !== 'ALL', 'keeps capabilities'),
  ...sentence((security?.capabilities?.add ?? []).join() !== (component === 'coturn' ? 'NET_BIND_SERVICE' : ''), 'adds capabilities'),
])

const imagesHaveVersions = eachContainer(({ image }) => sentence(!/[^/]:[^/:]+$/.test(image) || /:latest$/.test(image), `runs ${image}`))

const resourcesAreNamed = eachContainer(({ resources }) =>
  sentence(!(resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory), 'names no resources'),
)

const variablesAreSetOnce = eachContainer(({ env = [] }) => {
  const names = env.map(({ name }) => name)
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `sets ${name} twice`)
})

/** How many seconds a probe may fail. */
const mostOf = ({ periodSeconds = 10, failureThreshold = 3 }: Probe = {}) => periodSeconds * failureThreshold

/** The operator's pod accepts no connections: commands are run in it. */
const longRunning = eachContainer((container, workload) => {
  if (!['Deployment', 'StatefulSet'].includes(workload.manifest.kind) || workload.pod.initContainers?.includes(container)) return []
  const paths = [container.startupProbe, container.livenessProbe, container.readinessProbe].map((probe) => JSON.stringify(probe ?? ''))
  const isProbed = ['healthz', 'healthz', 'readyz'].every((path, index) => paths[index]?.includes(path))
  return [
    ...sentence(!container.readinessProbe && workload.component !== 'operator', 'has no readiness probe'),
    ...sentence(isService(workload) && !isProbed, 'is not probed at /healthz, /healthz and /readyz'),
    ...sentence(
      isService(workload) && mostOf(container.startupProbe) < LONGEST_START_S,
      `is ended before it has started for ${LONGEST_START_S} s`,
    ),
  ]
})

const servicesAreSpread = eachWorkload((workload, { values }) => {
  const component = COMPONENTS.find((name) => name === workload.component)
  if (component && values[component].topologySpreadConstraints) return []
  const keys = workload.pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey) ?? []
  return sentence(isService(workload) && keys.join() !== 'kubernetes.io/hostname,topology.kubernetes.io/zone', 'is not spread')
})

const callsEndFirst: Rule = ({ values, manifests }) => {
  const sfu = workloadsOf(manifests).find(({ component }) => component === 'sfu')
  const grace = sfu?.pod.terminationGracePeriodSeconds ?? 0
  const drain = Number(sfu?.pod.containers[0]?.env?.find(({ name }) => name === 'MEDIA_DRAIN_MS')?.value)
  return [
    ...sentence(
      grace !== values.sfu.terminationGracePeriodSeconds || grace <= LONGEST_CALL_S,
      'the sfu is killed before its longest call ends',
    ),
    ...sentence(
      !(drain > LONGEST_CALL_S * 1000 && drain + AFTER_DRAIN_MS <= grace * 1000),
      `the sfu waits ${drain} ms for its calls, and is killed after ${grace} s`,
    ),
  ]
}

const databasesAreMigratedFirst = eachWorkload((workload) => {
  const waits = workload.pod.initContainers?.some(({ name }) => name === 'wait-for-migrations') ?? false
  return sentence(isService(workload) && waits !== edges[workload.component]?.includes('postgres'), `waits for migrations: ${waits}`)
})

const copiesAreProtected: Rule = ({ values, manifests }) =>
  COMPONENTS.flatMap((name) => {
    const workload = workloadsOf(manifests).find(({ component }) => component === name)
    const budgets = manifests.filter(
      ({ kind, spec }) => kind === 'PodDisruptionBudget' && isSelected(spec.selector?.matchLabels ?? {}, workload?.labels ?? {}),
    )
    return sentence(budgets.length !== (copiesOf(values[name]) > 1 ? 1 : 0), `${name} has ${budgets.length} disruption budgets`)
  })

const copiesAreCounted: Rule = ({ values, manifests }) =>
  COMPONENTS.flatMap((name) => {
    const workload = workloadsOf(manifests).find(({ component }) => component === name)
    const scalers = manifests.filter(
      ({ kind, spec }) => kind === 'HorizontalPodAutoscaler' && spec.scaleTargetRef?.name === workload?.manifest.metadata.name,
    )
    const { enabled } = values[name].autoscaling
    const isScaled =
      scalers.length === 1 &&
      scalers[0]?.spec.scaleTargetRef?.kind === workload?.manifest.kind &&
      (scalers[0]?.spec.metrics?.length ?? 0) > 0
    return [
      ...sentence((workload?.manifest.spec.replicas === undefined) !== enabled, `${name} has replicas beside an autoscaler, or neither`),
      ...sentence(enabled ? !isScaled : scalers.length > 0, `${name} has ${scalers.length} autoscalers`),
    ]
  })

const selectorsFit: Rule = ({ manifests }) => {
  const workloads = workloadsOf(manifests)
  const services = manifests.filter(({ kind }) => kind === 'Service')
  return [
    ...workloads.flatMap((workload) =>
      sentence(!isSelected(workload.manifest.spec.selector?.matchLabels ?? {}, workload.labels), `${nameOf(workload)} selects other pods`),
    ),
    ...services.flatMap(({ metadata, spec }) => {
      const { 'apps.kubernetes.io/pod-index': _, ...selector } = spec.selector as Readonly<Record<string, string>>
      const targets = workloads.filter(
        ({ labels, manifest }) => isSelected(selector, labels) && manifest.metadata.namespace === metadata.namespace,
      )
      const names = targets.flatMap(({ pod }) => pod.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)))
      const unknown = (spec.ports ?? []).filter(({ targetPort }) => typeof targetPort === 'string' && !names.includes(targetPort))
      return [
        ...sentence(targets.length !== 1, `Service ${metadata.name} selects ${targets.length} workloads`),
        ...unknown.map(({ targetPort }) => `Service ${metadata.name} leads to the port ${targetPort}, which no container has`),
      ]
    }),
  ]
}

const volumesExist = eachWorkload(({ pod, manifest, component }, { manifests, values }) =>
  (pod.volumes ?? []).flatMap(({ name: volume, configMap, persistentVolumeClaim: claim }) => {
    if (extrasOf(values, component).extraVolumes.some((extra) => extra.name === volume)) return []
    const [kind, name] = configMap ? ['ConfigMap', configMap.name] : ['PersistentVolumeClaim', claim?.claimName]
    const isThere = manifests.some(
      ({ kind: other, metadata }) => other === kind && metadata.name === name && metadata.namespace === manifest.metadata.namespace,
    )
    return sentence(name !== undefined && !isThere, `mounts ${kind} ${name}, which is not there`)
  }),
)

const namespacesFit = eachWorkload(({ component, manifest }, { releaseNamespace, mediaNamespace }) => {
  const { namespace } = manifest.metadata
  const expected = ON_THE_NODES_NETWORK.includes(component) ? mediaNamespace : releaseNamespace
  return sentence(namespace !== expected, `is in ${namespace} in place of ${expected}`)
})

const secretsAreGiven = eachContainer(({ env = [] }, { component, pod }, { values }) => {
  const { existing, refs: single } = values.global.secrets
  const given = [existing, values.coturn.tlsSecret, ...Object.values(single).map(({ name }) => name)].filter(Boolean)
  const { extraEnv, extraVolumes } = extrasOf(values, component)
  const isOwn = (extras: readonly { readonly name: string }[], name: string) => extras.some((extra) => extra.name === name)
  const keys = env.flatMap(({ name, valueFrom }) =>
    valueFrom?.secretKeyRef && !isOwn(extraEnv, name) ? [valueFrom.secretKeyRef.name] : [],
  )
  const files = (pod.volumes ?? []).flatMap(({ name, secret }) => (secret && !isOwn(extraVolumes, name) ? [secret.secretName] : []))
  const plain = env.filter(({ name, value }) => /(_KEY|_SECRET|PASSWORD)$/.test(name) && value !== undefined)
  return [
    ...[...keys, ...files].filter((name) => !given.includes(name)).map((name) => `reads the Secret ${name}, which nobody gave`),
    ...plain.map(({ name }) => `has ${name} in its manifest`),
  ]
})

/** Keys of the Secret that belong to one user, by their last part; the internal keys belong to the gateway too. */
const OWNED = /^(?:nats-password|nats-url|redis-password|redis-url|postgres-password|database-url|internal-key)-(\w+)$/

const secretsAreItsOwn = eachContainer(({ name, env = [] }, workload) => {
  if (!isService(workload)) return []
  const keys = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? [])
  const mayRead = (key: string, owner: string) =>
    owner === workload.component || (workload.component === 'gateway' && key.startsWith('internal-key-'))
  return [
    ...keys.filter((key) => OWNED.test(key) && !mayRead(key, OWNED.exec(key)?.[1] ?? '')).map((key) => `reads ${key} of another service`),
    ...sentence(keys.includes('postgres-password'), `reads the superuser's password (${name})`),
  ]
})

/** Which containers get which settings of Stripe, from which keys of the Secret; no other container has any, and without Stripe none. */
const OF_STRIPE: Readonly<Record<string, readonly string[]>> = {
  billing: ['STRIPE_PRICE_ID', 'STRIPE_SECRET_KEY', 'stripe-secret-key'],
  gateway: ['STRIPE_WEBHOOK_SECRET', 'stripe-webhook-secret'],
}

const stripeIsBillings = eachContainer(({ name, env = [] }, { component }, { values }) => {
  const names = env.flatMap(({ name: variable, valueFrom }) => [variable, valueFrom?.secretKeyRef?.key ?? ''])
  const has = names.filter((one) => /^stripe[-_]/i.test(one)).toSorted()
  const should = takesPayments(values) && name === component ? (OF_STRIPE[component] ?? []) : []
  const billing = env.find((one) => one.name === 'BILLING')?.value
  const expected = name === component && component in OF_STRIPE ? (takesPayments(values) ? 'stripe' : 'off') : undefined
  return [
    ...sentence(has.join() !== should.join(), `has ${has.join(', ') || 'nothing of Stripe'} in place of ${should.join(', ') || 'nothing'}`),
    ...sentence(billing !== expected, `has BILLING ${billing} in place of ${expected}`),
  ]
})

/** The keys that sign pushes come from the Secret's own entry; only notify gets settings of pushes. */
const pushIsNotifys = eachContainer(({ name, env = [] }, { component }, { values }) => {
  const has = env.flatMap((one) => (one.name.startsWith('PUSH_') ? [`${one.name} ${one.value ?? one.valueFrom?.secretKeyRef?.key}`] : []))
  const { contact, hosts, proxy } = values.global.push
  const should = {
    PUSH_KEYS: values.global.secrets.refs['push-keys']?.key ?? 'push-keys',
    PUSH_CONTACT: contact || values.global.publicUrl,
    ...(hosts.length ? { PUSH_HOSTS: hosts.join(',') } : {}),
    ...(proxy ? { PUSH_PROXY: proxy } : {}),
  }
  const expected = component === 'notify' && name === component ? Object.entries(should).map((entry) => entry.join(' ')) : []
  return sentence(
    has.join() !== expected.join(),
    `has ${has.join(', ') || 'nothing of pushes'} in place of ${expected.join(', ') || 'nothing'}`,
  )
})

export const RULES: Readonly<Record<string, Rule>> = {
  'pods are restricted': podsAreRestricted,
  'containers are restricted': containersAreRestricted,
  'images have versions': imagesHaveVersions,
  'resources are named': resourcesAreNamed,
  'variables are set once': variablesAreSetOnce,
  'secrets come by reference': secretsAreGiven,
  'secrets are its own': secretsAreItsOwn,
  'Stripe is billing’s': stripeIsBillings,
  'pushes are notify’s': pushIsNotifys,
  'probes are there': longRunning,
  'services are spread': servicesAreSpread,
  'calls end before their sfu': callsEndFirst,
  'databases are migrated first': databasesAreMigratedFirst,
  'copies are protected': copiesAreProtected,
  'copies are counted': copiesAreCounted,
  'selectors fit': selectorsFit,
  'volumes exist': volumesExist,
  'namespaces fit': namespacesFit,
  'network policies are the edges': networkPolicies,
  'Services have labels': servicesAreLabelled,
  'each pod with metrics has one monitor': monitors,
}
