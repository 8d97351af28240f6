/** Sets of values: what operators add to pods, where pods run, and where their secrets are. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { containersOf, type Workload, workloadsOf } from './manifests.ts'
import type { Rendered } from './rendered.ts'
import { ofKind, type ValueSet, variable, workload } from './value-set.ts'

const TOLERATION = { key: 'doorbell', operator: 'Exists', effect: 'NoSchedule' }
const AFFINITY = {
  nodeAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 1, preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] } },
    ],
  },
}
const TURN = { 'global.turn.enabled': true, 'global.turn.urls': ['turn:turn.example.org'], 'coturn.enabled': true }
const DATABASES = ['auth', 'doorbell', 'billing', 'security', 'notify']
const USERS = { nats: ['gateway', ...DATABASES, 'signaling', 'sfu', 'operator'], redis: ['gateway', 'security', 'signaling', 'sfu'] }
/** Servers and programs of others. */
const FOREIGN = ['postgres', 'redis', 'nats', 'coturn']

const ours = ({ manifests }: Rendered) => workloadsOf(manifests).filter(({ component }) => !FOREIGN.includes(component))
const hasNothingElse = (found: readonly string[], what: string) => deepEqual(found, [], `without ${what}`)

/** @returns the names of workloads for which `holds` is false */
const except = (workloads: readonly Workload[], holds: (one: Workload) => boolean) =>
  workloads.filter((one) => !holds(one)).map(({ component }) => component)

const byKey = (key: string, name: string, entry: string) => [key, { name, key: entry }] as const
/** A Secret for each database, as CloudNativePG makes them, and one each for what else is secret. */
const REFS = Object.fromEntries([
  ...DATABASES.map((service) => byKey(`database-url-${service}`, `${service}-app`, 'uri')),
  ...USERS.nats.map((user) => byKey(`nats-url-${user}`, 'nats-users', user)),
  ...USERS.redis.map((user) => byKey(`redis-url-${user}`, 'redis-users', user)),
  ...['visitor-token-key', 'internal-key-auth', 'internal-key-doorbell', 'attempt-key', 'factor-key', 'push-keys', 'smtp-url'].map((key) =>
    byKey(key, 'vault', key.toUpperCase()),
  ),
  byKey('turn-secret', 'turn', 'secret'),
])

export const POD_SETS: readonly ValueSet[] = [
  {
    name: 'a CA of your own',
    values: { 'global.caBundle': { configMap: 'company-ca', key: 'bundle.pem' } },
    check: (rendered) => {
      const containers = ours(rendered).flatMap(containersOf)
      const trusts = containers.filter(
        ({ env = [], volumeMounts = [] }) =>
          env.some(({ name, value }) => name === 'NODE_EXTRA_CA_CERTS' && value === '/ca/ca.crt') &&
          volumeMounts.some(({ mountPath }) => mountPath === '/ca'),
      )
      equal(trusts.length, containers.length)
      const mounts = ({ pod }: Workload) => pod.volumes?.some(({ configMap }) => configMap?.name === 'company-ca') ?? false
      hasNothingElse(except(ours(rendered), mounts), 'the volume')
    },
  },
  {
    name: 'variables, volumes and mounts',
    values: {
      'global.extraEnv': [
        { name: 'TZ', value: 'UTC' },
        { name: 'REGION', value: 'eu' },
      ],
      'global.extraEnvFrom': [{ configMapRef: { name: 'everywhere' } }],
      'global.extraVolumes': [{ name: 'shared', emptyDir: {} }],
      'global.extraVolumeMounts': [{ name: 'shared', mountPath: '/shared' }],
      'auth.extraEnv': [
        { name: 'REGION', valueFrom: { secretKeyRef: { name: 'own', key: 'region' } } },
        { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
      ],
      'auth.env': { TZ: 'Europe/Berlin' },
      'auth.extraEnvFrom': [{ secretRef: { name: 'own' } }],
      'auth.extraVolumes': [{ name: 'geoip', persistentVolumeClaim: { claimName: 'geoip' } }],
      'auth.extraVolumeMounts': [{ name: 'geoip', mountPath: '/geoip', readOnly: true }],
      'tools.extraEnv': [{ name: 'PGAPPNAME', value: 'migrations' }],
    },
    check: (rendered) => {
      const containers = ours(rendered).flatMap(containersOf)
      ok(containers.every(({ envFrom = [] }) => envFrom[0]?.configMapRef?.name === 'everywhere'))
      ok(containers.every(({ volumeMounts = [] }) => volumeMounts.some(({ mountPath }) => mountPath === '/shared')))
      deepEqual([variable('auth', 'TZ', rendered), variable('auth', 'REGION', rendered)], ['Europe/Berlin', 'region'])
      deepEqual([variable('sfu', 'TZ', rendered), variable('operator', 'REGION', rendered)], ['UTC', 'eu'])
      equal(variable('migrate', 'PGAPPNAME', rendered), 'migrations')
      const auth = workload('auth', rendered)
      // Migrations are waited for with the same certificates and files.
      for (const { volumeMounts = [], envFrom = [] } of containersOf(auth)) {
        ok(volumeMounts.some(({ mountPath }) => mountPath === '/geoip'))
        equal(envFrom[1]?.secretRef?.name, 'own')
      }
    },
  },
  {
    name: 'labels and annotations of your own',
    values: {
      ...TURN,
      ...{ 'serviceMonitor.enabled': true, 'metrics.dashboards.enabled': true, 'metrics.rules.enabled': true },
      ...{ 'httpRoute.enabled': true, 'httpRoute.parentRefs': [{ name: 'public' }], 'gateway.replicas': 2 },
      'global.commonLabels': { team: 'home' },
      'global.commonAnnotations': { 'example.org/owner': 'ada' },
      'global.podLabels': { mesh: 'off' },
      'gateway.podLabels': { mesh: 'on' },
      'gateway.podAnnotations': { 'example.org/scrape': 'yes' },
      'tools.podLabels': { mesh: 'tools' },
    },
    check: (rendered) => {
      const lacks = rendered.manifests.filter(
        ({ metadata }) => metadata.labels?.team !== 'home' || metadata.annotations?.['example.org/owner'] !== 'ada',
      )
      hasNothingElse(
        lacks.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
        'labels',
      )
      const expected = (component: string) =>
        component === 'gateway' ? 'on' : ['migrate', 'operator', 'installation-test'].includes(component) ? 'tools' : 'off'
      hasNothingElse(
        except(workloadsOf(rendered.manifests), ({ labels, component }) => labels.team === 'home' && labels.mesh === expected(component)),
        'labels of pods',
      )
      equal(workload('gateway', rendered).manifest.spec.template?.metadata.annotations?.['example.org/scrape'], 'yes')
    },
  },
  {
    name: 'a pool of nodes with a taint',
    values: {
      ...TURN,
      'global.nodeSelector': { pool: 'doorbell' },
      'global.tolerations': [TOLERATION],
      'global.affinity': AFFINITY,
      'global.priorityClassName': 'doorbell',
      'sfu.nodeSelector': { role: 'media' },
      'sfu.priorityClassName': 'calls',
      'sfu.resources': { requests: { cpu: 2, memory: '1Gi' }, limits: { memory: '2Gi' } },
      'global.postgres.nodeSelector': { disk: 'ssd' },
      'tools.tolerations': [TOLERATION, { key: 'spot', operator: 'Equal', value: 'yes', effect: 'NoExecute', tolerationSeconds: 60 }],
    },
    check: (rendered) => {
      const all = workloadsOf(rendered.manifests)
      const isPlaced = ({ pod }: Workload) => pod.tolerations?.[0]?.key === 'doorbell' && pod.affinity !== undefined
      hasNothingElse(except(all, isPlaced), 'a toleration')
      const elsewhere = except(all, ({ pod }) => pod.nodeSelector?.pool === 'doorbell')
      deepEqual(elsewhere.toSorted(), ['postgres', 'sfu'])
      deepEqual(
        except(all, ({ pod }) => pod.priorityClassName === 'doorbell'),
        ['sfu'],
      )
      equal(workload('migrate', rendered).pod.tolerations?.length, 2)
    },
  },
  {
    name: 'spread, replacement and history of your own',
    values: {
      'gateway.topologySpreadConstraints': [{ maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' }],
      'gateway.strategy': { rollingUpdate: { maxSurge: '50%', maxUnavailable: 0 } },
      'gateway.revisionHistoryLimit': 10,
      'signaling.topologySpreadConstraints': [],
      'sfu.exposure': 'nodePort',
      'sfu.strategy': { type: 'OnDelete' },
    },
    check: (rendered) => {
      const { pod, manifest, labels } = workload('gateway', rendered)
      const [constraint] = (pod.topologySpreadConstraints ?? []) as readonly {
        labelSelector?: { matchLabels: Readonly<Record<string, string>> }
      }[]
      const selected = constraint?.labelSelector?.matchLabels ?? {}
      ok(Object.keys(selected).length === 2 && Object.entries(selected).every(([key, value]) => labels[key] === value))
      deepEqual(
        [manifest.spec.strategy, manifest.spec.revisionHistoryLimit],
        [{ rollingUpdate: { maxSurge: '50%', maxUnavailable: 0 } }, 10],
      )
      equal(workload('signaling', rendered).pod.topologySpreadConstraints, undefined)
    },
  },
  {
    name: 'OpenShift, which chooses the user itself',
    values: {
      'global.podSecurityContext': { runAsUser: null, runAsGroup: null, fsGroup: null },
      'sfu.exposure': 'nodePort',
      'sfu.nodeCidrs': [],
    },
    check: ({ manifests }) => {
      const fixed = manifests.filter((manifest) =>
        /"(runAsUser|runAsGroup|fsGroup|fsGroupChangePolicy|hostNetwork)":/.test(JSON.stringify(manifest)),
      )
      hasNothingElse(
        fixed.map(({ metadata }) => metadata.name),
        'a fixed user',
      )
    },
  },
  {
    name: 'another user, and further groups',
    values: {
      'global.podSecurityContext': { runAsUser: 20001, runAsGroup: 20001, fsGroup: 20001, supplementalGroups: [4000] },
      'global.securityContext': { seLinuxOptions: { level: 's0:c123,c456' } },
    },
    check: (rendered) => {
      deepEqual(
        ['auth', 'migrate', 'postgres', 'nats'].map((name) => workload(name, rendered).pod.securityContext?.runAsUser),
        [20001, 20001, 999, 10001],
      )
      equal(workload('auth', rendered).pod.securityContext?.fsGroup, 20001)
    },
  },
  {
    name: 'a role of the cloud for a service account',
    values: { 'doorbell.serviceAccount': { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::123456789012:role/bell' } } },
    check: (rendered) => {
      const account = ofKind('ServiceAccount', rendered).find(({ metadata }) => metadata.name.endsWith('-doorbell'))
      equal(account?.metadata.annotations?.['eks.amazonaws.com/role-arn'], 'arn:aws:iam::123456789012:role/bell')
    },
  },
  {
    name: 'secrets by key, in Secrets of their own',
    values: {
      ...TURN,
      ...{ 'global.postgres.bundled': false, 'global.redis.bundled': false, 'global.nats.bundled': false },
      'global.secrets': { existing: '', refs: REFS },
    },
    check: (rendered) => {
      equal(ofKind('Secret', rendered).length, 0, 'the chart makes none')
      equal(variable('auth', 'DATABASE_URL', rendered), 'uri')
      equal(variable('migrate', 'DATABASE_URL', rendered), 'uri')
      equal(variable('signaling', 'TURN_SECRET', rendered), 'secret')
      equal(workload('coturn', rendered).pod.volumes?.find(({ name }) => name === 'keys')?.secret?.secretName, 'turn')
    },
  },
  {
    name: 'one key of the Secret elsewhere',
    values: { 'global.secrets.refs': { 'smtp-url': { name: 'mail', key: 'url' }, 'postgres-password': { name: 'pg', key: 'password' } } },
    check: (rendered) => {
      deepEqual([variable('auth', 'SMTP_URL', rendered), variable('postgres', 'POSTGRES_PASSWORD', rendered)], ['url', 'password'])
      equal(variable('auth', 'FACTOR_KEY', rendered), 'factor-key')
    },
  },
  {
    name: 'annotations, tolerations and resources of one service',
    values: {
      'gateway.podAnnotations': { 'example.org/team': 'home' },
      'gateway.nodeSelector': { 'kubernetes.io/arch': 'amd64' },
      'gateway.tolerations': [{ key: 'spot', operator: 'Equal', value: 'yes', effect: 'NoExecute', tolerationSeconds: 60 }],
      'gateway.resources': { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } },
      'migrations.timeoutMinutes': 30,
    },
    check: (rendered) => equal(workload('auth', rendered).pod.tolerations, undefined),
  },
]
