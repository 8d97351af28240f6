/** What operators set, each as one set of values: rendered for every Kubernetes version, validated, and checked by every rule. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { join } from 'node:path'
import { METRICS_SETS } from './metrics-sets.ts'
import { POD_SETS } from './pod-sets.ts'
import { ROUTE_SETS } from './route-sets.ts'
import { configOf, count, nodePorts, ofKind, rendersNo, type ValueSet, variable, variables, workload } from './value-set.ts'
import { CHART, readYaml } from './values.ts'

const DATABASES = ['auth', 'doorbell', 'billing', 'security', 'notify']
const EXTERNAL = { 'global.postgres.bundled': false, 'global.redis.bundled': false, 'global.nats.bundled': false }
const S3 = { 'global.files.store': 's3', 'global.files.s3.endpoint': 'https://s3.example.org:9000', 'global.files.s3.bucket': 'photos' }
const TURN = { 'global.turn.enabled': true, 'global.turn.urls': ['turn:turn.example.org:3478', 'turns:turn.example.org:443?transport=tcp'] }
const STRIPE = { 'global.billing.provider': 'stripe', 'global.billing.stripe.priceId': 'price_123' }
const NODE_PORT = { 'sfu.exposure': 'nodePort', 'sfu.nodeCidrs': [] }

export const VALUE_SETS: readonly ValueSet[] = [
  ...ROUTE_SETS,
  ...POD_SETS,
  {
    name: 'least',
    check: (rendered) => equal(workload('sfu', rendered).manifest.kind, 'Deployment'),
    notes: (text) => ok(text.includes('Calls need Premium, which you grant:') && !text.includes('Stripe'), text),
  },
  {
    name: 'examples/local.yaml',
    file: join(CHART, '../examples/local.yaml'),
    // Without a cluster no keys can be generated.
    values: { 'global.secrets.existing': 'keys', 'global.mail.smtpUrl': '' },
    check: count('Ingress', 0),
  },
  { name: 'examples/external.yaml', file: join(CHART, '../examples/external.yaml'), check: count('PersistentVolumeClaim', 0) },
  {
    name: 'external PostgreSQL',
    values: { 'global.postgres.bundled': false },
    check: (rendered) => {
      rendersNo('postgres')(rendered)
      for (const service of DATABASES) equal(variable(service, 'DATABASE_URL', rendered), `database-url-${service}`)
    },
  },
  { name: 'external Redis', values: { 'global.redis.bundled': false }, check: variables({ 'gateway.REDIS_URL': 'redis-url-gateway' }) },
  { name: 'external NATS', values: { 'global.nats.bundled': false }, check: variables({ 'sfu.NATS_URL': 'nats-url-sfu' }) },
  {
    name: 'all servers external',
    values: EXTERNAL,
    check: (rendered) => ['postgres', 'redis', 'nats'].map((name) => rendersNo(name)(rendered)),
  },
  {
    name: 'external servers by address',
    values: { ...EXTERNAL, 'global.networkPolicy.external': ['203.0.113.5/32', '2001:db8::/64'] },
  },
  {
    name: 's3',
    values: S3,
    check: (rendered) => {
      count('PersistentVolumeClaim', 0)(rendered)
      variables({ 'auth.FILES': 's3', 'doorbell.S3_BUCKET': 'photos', 'doorbell.S3_SECRET_KEY': 's3-secret-key' })(rendered)
      // Films are made there, and a pod that exceeds it is evicted.
      equal(workload('doorbell', rendered).pod.volumes?.find(({ name }) => name === 'tmp')?.emptyDir?.sizeLimit, '4Gi')
    },
  },
  {
    name: 's3 without TLS, for a trial',
    values: { ...S3, 'global.files.s3.endpoint': 'http://minio.storage.svc:9000', 'global.allowInsecure': 's3' },
    check: variables({ 'auth.ALLOW_INSECURE': 's3', 'doorbell.ALLOW_INSECURE': 's3' }),
  },
  {
    name: 'files on a shared volume',
    values: {
      'global.files.local.accessMode': 'ReadWriteMany',
      'global.files.local.storageClass': 'nfs',
      'doorbell.replicas': 3,
      'auth.replicas': 2,
    },
    check: (rendered) => {
      ok(ofKind('PersistentVolumeClaim', rendered).every(({ spec }) => spec.accessModes?.join() === 'ReadWriteMany'))
      equal(workload('doorbell', rendered).manifest.spec.strategy?.type, undefined)
    },
  },
  {
    name: 'files on a volume of one node',
    values: { 'global.files.local.size': '50Gi', 'global.files.local.storageClass': 'fast' },
    check: (rendered) => equal(workload('doorbell', rendered).manifest.spec.strategy?.type, 'Recreate'),
  },
  {
    name: 'payments through Stripe',
    values: STRIPE,
    check: variables({
      'billing.BILLING': 'stripe',
      'billing.PUBLIC_URL': 'https://bell.example.org',
      'billing.STRIPE_PRICE_ID': 'price_123',
      'billing.STRIPE_SECRET_KEY': 'stripe-secret-key',
      'gateway.BILLING': 'stripe',
      'gateway.STRIPE_WEBHOOK_SECRET': 'stripe-webhook-secret',
    }),
    notes: (text) => {
      const expected = ['https://bell.example.org/api/stripe/webhook', 'checkout.session.completed', 'new,old', 'for which residents pay']
      deepEqual(
        expected.filter((part) => !text.includes(part)),
        [],
      )
    },
  },
  {
    name: 'examples/stripe.yaml on top of examples/external.yaml',
    file: join(CHART, '../examples/external.yaml'),
    values: readYaml(join(CHART, '../examples/stripe.yaml')),
    check: variables({ 'billing.BILLING': 'stripe', 'gateway.STRIPE_WEBHOOK_SECRET': 'stripe-webhook-secret' }),
  },
  {
    name: 'payments turned off, as YAML reads an off without quotes',
    values: { ...STRIPE, 'global.billing.provider': false },
    check: variables({ 'billing.BILLING': 'off', 'billing.STRIPE_PRICE_ID': undefined, 'gateway.BILLING': 'off' }),
  },
  {
    name: 'payments without network policies',
    values: { ...STRIPE, 'global.networkPolicy.enabled': false },
    check: count('NetworkPolicy', 0),
  },
  {
    name: 'pushes, signed with the product’s own address as contact',
    check: variables({
      'notify.PUSH_KEYS': 'push-keys',
      'notify.PUSH_CONTACT': 'https://bell.example.org',
      'notify.PUSH_PROXY': undefined,
    }),
    notes: (text) => ok(text.includes('on port 443.') && text.includes('turn to https://bell.example.org.'), text),
  },
  {
    name: 'pushes to a service of one’s own',
    values: {
      'global.push.contact': 'mailto:bell@example.org',
      'global.push.hosts': ['push.example.org:8443', 'push.example.net'],
    },
    check: variables({
      'notify.PUSH_CONTACT': 'mailto:bell@example.org',
      'notify.PUSH_HOSTS': 'push.example.org:8443,push.example.net',
    }),
    notes: (text) => ok(text.includes('on port 443, 8443.'), text),
  },
  {
    name: 'webhooks to a home automation',
    values: { 'global.webhooks.privateHosts': ['homeassistant.example.org:8123', '192.168.7.20:8123', '[fd00::7]:8443'] },
    check: variables({ 'notify.OUTBOUND_PRIVATE_HOSTS': 'homeassistant.example.org:8123,192.168.7.20:8123,[fd00::7]:8443' }),
  },
  {
    name: 'pushes through a proxy',
    values: { 'global.push.proxy': 'http://proxy.example.org:3128' },
    check: variables({ 'notify.PUSH_PROXY': 'http://proxy.example.org:3128' }),
    notes: (text) => ok(text.includes('through http://proxy.example.org:3128.'), text),
  },
  { name: 'nodePort', values: NODE_PORT, check: nodePorts(1, 30400) },
  {
    name: 'nodePort with three copies',
    values: { ...NODE_PORT, 'sfu.replicas': 3, 'sfu.nodePort.first': 31000 },
    check: nodePorts(3, 31000),
  },
  {
    name: 'nodePort in a namespace that is there',
    values: { ...NODE_PORT, 'sfu.namespace': 'media', 'sfu.createNamespace': false },
    check: count('Namespace', 0),
  },
  {
    name: 'nodePort in the namespace of the release',
    values: { ...NODE_PORT, 'sfu.namespace': 'home' },
    check: count('Namespace', 0),
  },
  {
    name: 'hostNetwork with two copies',
    values: { 'sfu.replicas': 2, 'sfu.workers': 4, 'sfu.hostNetwork.portRange': '42000-42063' },
    check: variables({ 'sfu.MEDIA_PORT_RANGE': '42000-42063', 'sfu.MEDIA_WORKERS': '4' }),
  },
  {
    name: 'nodes with public addresses behind a NAT',
    values: { 'sfu.addresses': { 'node-a': '198.51.100.7', 'node-b': '198.51.100.8' } },
    check: (rendered) => equal(configOf(rendered, 'sfu-addresses'), '198.51.100.7\n198.51.100.8'),
  },
  { name: 'a TURN server of your own', values: TURN, check: variables({ 'signaling.TURN_SECRET': 'turn-secret' }) },
  { name: 'no network policy', values: { 'global.networkPolicy.enabled': false, 'sfu.nodeCidrs': [] }, check: count('NetworkPolicy', 0) },
  {
    name: 'an address without ingress and TLS, for a trial',
    values: {
      'ingress.enabled': false,
      'global.publicUrl': 'http://192.0.2.7:30080',
      'global.allowInsecure': 'public-url',
      'global.push.contact': 'mailto:bell@example.org',
      'global.trustedProxies': 'none',
    },
    check: variables({ 'gateway.TRUSTED_PROXIES': 'none', 'gateway.ALLOW_INSECURE': 'public-url' }),
  },
  ...METRICS_SETS,
  {
    name: 'copies',
    values: {
      ...S3,
      'gateway.replicas': 3,
      'auth.replicas': 2,
      'doorbell.replicas': 3,
      'billing.replicas': 2,
      'security.replicas': 2,
      'notify.replicas': 2,
      'signaling.replicas': 2,
    },
    check: count('PodDisruptionBudget', 7),
  },
  {
    name: 'autoscaling by CPU',
    values: { ...S3, 'gateway.autoscaling.enabled': true, 'doorbell.autoscaling.enabled': true, 'doorbell.autoscaling.max': 4 },
    check: count('HorizontalPodAutoscaler', 2),
  },
  {
    name: 'a private registry',
    values: {
      'global.image.repository': 'registry.example.org:5000/team/doorbell',
      'global.image.tag': '1.4.0-rc.1',
      'global.image.pullSecrets': ['registry'],
    },
    check: (rendered) => {
      equal(workload('auth', rendered).pod.containers[0]?.image, 'registry.example.org:5000/team/doorbell/auth:1.4.0-rc.1')
      for (const component of ['auth', 'sfu', 'migrate', 'operator', 'installation-test'])
        deepEqual(workload(component, rendered).pod.imagePullSecrets, [{ name: 'registry' }], component)
    },
  },
  {
    name: 'a version of its own for each upgrade',
    values: { 'global.image.tag': '2.0.0' },
    check: (rendered) => match(workload('migrate', rendered).manifest.metadata.name, /^bell-doorbell-migrate-2-0-0-[0-9a-f]{8}$/),
  },
  {
    name: 'a tag of its own for each image, as Skaffold names local builds by their content',
    values: { 'global.image.tags': { auth: 'a'.repeat(64), tools: 'b'.repeat(64) } },
    check: (rendered) => {
      const imageOf = (component: string) => workload(component, rendered).pod.containers[0]?.image
      equal(imageOf('auth'), `localhost/digital-doorbell/auth:${'a'.repeat(64)}`)
      equal(imageOf('migrate'), `localhost/digital-doorbell/tools:${'b'.repeat(64)}`)
      match(workload('migrate', rendered).manifest.metadata.name, /^bell-doorbell-migrate-b{20}-[0-9a-f]{8}$/)
    },
  },
  {
    name: 'settings of a service',
    values: { 'security.env': { LOGIN_BLOCK_AFTER: 10 }, 'doorbell.env': { RING_LIFE_MS: 60000 }, 'global.logLevel': 'debug' },
    check: variables({ 'security.LOGIN_BLOCK_AFTER': '10', 'doorbell.RING_LIFE_MS': '60000', 'auth.LOG_LEVEL': 'debug' }),
  },
  {
    name: 'bundled servers with sizes',
    values: {
      'global.postgres': { size: '100Gi', storageClass: 'ssd', image: 'registry.example.org/postgres:18.1' },
      'global.nats': { size: '5Gi', storageClass: 'ssd', image: 'nats:2.12' },
      'global.redis': { image: 'valkey/valkey:9' },
    },
    check: (rendered) => equal(workload('postgres', rendered).pod.containers[0]?.image, 'registry.example.org/postgres:18.1'),
  },
  {
    name: 'long calls',
    values: { 'sfu.terminationGracePeriodSeconds': 14400, 'sfu.roomsPerWorker': 100 },
    check: variables({ 'sfu.MEDIA_DRAIN_MS': '14370000' }),
  },
]
