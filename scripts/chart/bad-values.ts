/** Mistakes of operators, and helm's error for each. */
import type { Tree } from './values.ts'

export type BadValues = {
  /** By path, on top of the values of every set. */
  readonly values: Tree
  /** A part of helm's error. */
  readonly says: string
  readonly kubeVersion?: string
}

const bad = (path: string, value: unknown, says: string): BadValues => ({ values: { [path]: value }, says })
const together = (values: Tree, says: string): BadValues => ({ values, says })
const S3 = { 'global.files.store': 's3', 'global.files.s3.endpoint': 'https://s3.example.org', 'global.files.s3.bucket': 'photos' }
const COTURN = { 'coturn.enabled': true, 'global.turn.enabled': true, 'global.turn.urls': ['turn:turn.example.org'] }
const STRIPE = { 'global.billing.provider': 'stripe', 'global.billing.stripe.priceId': 'price_123' }
/** Values without a Secret of one's own. */
const NO_SECRET = { 'global.secrets.existing': '', 'global.mail.smtpUrl': 'smtps://a:b@mail.example.org:465' }

export const BAD_VALUES: readonly BadValues[] = [
  // Misspelt
  bad('gateway.replica', 2, "at '/gateway': additional properties 'replica' not allowed"),
  bad('global.publicURL', 'https://a.example', "at '/global': additional properties 'publicURL' not allowed"),
  bad('global.billing.stripe.price', 'price_123', "at '/global/billing/stripe': additional properties 'price' not allowed"),
  bad('globals', {}, "additional properties 'globals' not allowed"),
  bad('global.push.host', 'push.example.org', "at '/global/push': additional properties 'host' not allowed"),
  bad('global.push.hosts', 'push.example.org', "at '/global/push/hosts': got string, want array"),
  bad('postgres.bundled', false, "additional properties 'postgres' not allowed"),
  bad('global.files.s3.buket', 'x', "at '/global/files/s3': additional properties 'buket' not allowed"),
  bad('sfu.portRange', '1-2', "at '/sfu': additional properties 'portRange' not allowed"),
  bad('ingress.host', 'bell.example.org', "at '/ingress': additional properties 'host' not allowed"),
  bad('gateway.resources.request', {}, "at '/gateway/resources': additional properties 'request' not allowed"),
  bad('doorbell.env', { 'ring-life': '1' }, "invalid propertyName 'ring-life'"),
  bad('gateway.autoscaling.podMetric', { name: 'sockets' }, "at '/gateway/autoscaling/podMetric': missing property 'average'"),
  bad('metrics.alerts', {}, "at '/metrics': additional properties 'alerts' not allowed"),
  bad('global.secrets.refs', { smtp: { name: 'mail', key: 'url' } }, "invalid propertyName 'smtp'"),
  bad('global.secrets.refs', { 'smtp-url': { name: 'mail' } }, "at '/global/secrets/refs/smtp-url': missing property 'key'"),
  bad('global.caBundle.secret', 'ca', "at '/global/caBundle': additional properties 'secret' not allowed"),
  bad('httpRoute.parentRefs', [{ namespace: 'gateways' }], "at '/httpRoute/parentRefs/0': missing property 'name'"),
  bad('gateway.extraVolumes', [{ emptyDir: {} }], "at '/gateway/extraVolumes/0': missing property 'name'"),
  // Of another type
  bad('gateway.replicas', '2', "at '/gateway/replicas': got string, want integer"),
  bad('gateway.replicas', 1.5, "at '/gateway/replicas': got number, want integer"),
  bad('sfu.nodeCidrs', '10.0.0.0/8', "at '/sfu/nodeCidrs': got string, want array"),
  bad('global.postgres.bundled', 'no', "at '/global/postgres/bundled': got string, want boolean"),
  bad('global.postgres.size', 10, "at '/global/postgres/size': got number, want string"),
  bad('global.image.pullSecrets', [{ name: 'registry' }], "at '/global/image/pullSecrets/0': got object, want string"),
  bad('global.trustedProxies', ['10.0.0.0/8'], "at '/global/trustedProxies': got array, want string"),
  bad('global.turn.urls', 'turn:a', "at '/global/turn/urls': got string, want array"),
  bad('sfu.nodeSelector', { gpu: true }, "at '/sfu/nodeSelector/gpu': got boolean, want string"),
  bad('gateway.env', { LIST: [1] }, "at '/gateway/env/LIST': got array, want "),
  bad('gateway.extraEnv', { TZ: 'UTC' }, "at '/gateway/extraEnv': got object, want array"),
  bad('tools.extraEnv', [{ name: 'TZ', value: 1 }], "at '/tools/extraEnv/0/value': got number, want string"),
  bad('global.networkPolicy.ingressNamespace', ['traefik'], "at '/global/networkPolicy/ingressNamespace': got array, want "),
  // Out of bounds
  bad('global.podSecurityContext.runAsUser', 0, "at '/global/podSecurityContext/runAsUser': minimum: got 0, want 1"),
  bad('gateway.replicas', 0, "at '/gateway/replicas': minimum: got 0, want 1"),
  bad('coturn.port', 70_000, "at '/coturn/port': maximum: got 70,000, want 65,535"),
  bad('migrations.timeoutMinutes', 0, "at '/migrations/timeoutMinutes': minimum: got 0, want 1"),
  bad('sfu.workers', 0, "at '/sfu/workers': minimum: got 0, want 1"),
  bad('sfu.hostNetwork.metricsPort', 80, "at '/sfu/hostNetwork/metricsPort': minimum: got 80, want 1,024"),
  bad('sfu.terminationGracePeriodSeconds', 30, "at '/sfu/terminationGracePeriodSeconds': minimum: got 30, want 60"),
  // Not among the choices
  bad('sfu.exposure', 'loadBalancer', "at '/sfu/exposure': value must be one of 'hostNetwork', 'nodePort'"),
  bad(
    'global.logLevel',
    'verbose',
    "at '/global/logLevel': value must be one of 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'",
  ),
  bad('global.billing.provider', 'paypal', "at '/global/billing/provider': value must be one of 'off', 'stripe', false"),
  bad('global.registration', 'off', "at '/global/registration': value must be one of 'open', 'invite', 'closed'"),
  bad('ingress.controller', 'traefik', "at '/ingress/controller': value must be one of '', 'nginx'"),
  bad('global.files.store', 'minio', "at '/global/files/store': value must be one of 'local', 's3'"),
  bad('global.files.local.accessMode', 'ReadOnlyMany', "value must be one of 'ReadWriteOnce', 'ReadWriteMany'"),
  bad('global.image.pullPolicy', 'always', "value must be one of 'Always', 'IfNotPresent', 'Never'"),
  bad(
    'sfu.tolerations',
    [{ effect: 'NoRun' }],
    "at '/sfu/tolerations/0/effect': value must be one of 'NoSchedule', 'PreferNoSchedule', 'NoExecute'",
  ),
  // Malformed
  bad('global.secrets.existing', 'My_Secret', "at '/global/secrets/existing': 'My_Secret' does not match pattern"),
  bad('global.networkPolicy.ingressNamespace', 'Traefik', "at '/global/networkPolicy/ingressNamespace': 'Traefik' does not match pattern"),
  bad('httpRoute.timeouts.request', '5 minutes', "at '/httpRoute/timeouts/request': '5 minutes' does not match pattern"),
  bad('global.nats.size', '2GB', "at '/global/nats/size': '2GB' does not match pattern '^[0-9]+(Mi|Gi|Ti)$'"),
  bad('serviceMonitor.interval', '15 s', "at '/serviceMonitor/interval': '15 s' does not match pattern"),
  bad('gateway.resources.limits.memory', '1 GiB', "at '/gateway/resources/limits/memory': '1 GiB' does not match pattern"),
  bad('global.publicUrl', 'bell.example.org', 'global.publicUrl is "bell.example.org": write the address alone, such as https://'),
  bad('global.publicUrl', 'https://example.org/bell', 'write the address alone, such as https://bell.example.org, without a path'),
  bad('global.trustedProxies', 'ingress-nginx', 'global.trustedProxies has "ingress-nginx": write networks such as 10.244.0.0/16'),
  ...['10.0.0.0/8,0.0.0.0/0', '0.0.0.0/1, 128.0.0.0/1', '::/0', '2001:db8::/31,10.0.0.0/8'].map((networks) =>
    bad('global.trustedProxies', networks, 'global.trustedProxies has a network wider than /8'),
  ),
  bad('sfu.nodeCidrs', ['300.1.2.3/99'], 'sfu.nodeCidrs has "300.1.2.3/99"'),
  bad('sfu.nodeCidrs', ['10.0.0.0/33'], 'sfu.nodeCidrs has "10.0.0.0/33"'),
  bad(
    'sfu.nodeCidrs',
    ['192.0.2.7'],
    `sfu.nodeCidrs has "192.0.2.7": write the nodes' networks, such as 192.0.2.0/24, or one node as 192.0.2.7/32`,
  ),
  bad('global.networkPolicy.external', ['db.example.org'], 'write networks such as 10.20.0.5/32; a network policy knows no names'),
  bad('global.networkPolicy.gatewayFrom', ['all'], 'global.networkPolicy.gatewayFrom has "all": write networks'),
  bad('global.allowInsecure', 'all', 'global.allowInsecure has "all": it may name public-url, smtp and s3'),
  bad('global.mail.from', 'Doorbell', 'global.mail.from is "Doorbell": write an address'),
  bad('global.mail.support', 'Help <help@example.org>', 'global.mail.support is "Help <help@example.org>": write the address alone'),
  bad('global.legal.imprintUrl', 'example.org/imprint', 'global.legal.imprintUrl is "example.org/imprint": write a whole address'),
  bad('global.legal.securityContact', 'security@example.org', 'global.legal.securityContact is "security@example.org": write mailto:'),
  bad('global.passwordBreachUrl', 'passwords', 'global.passwordBreachUrl is "passwords": write a whole address'),
  bad('global.geoipFile', 'places.mmdb', 'global.geoipFile is "places.mmdb": write the path at which auth and security have it'),
  bad('global.commonLabels', { 'app.kubernetes.io/instance': 'x' }, "global.commonLabels.app.kubernetes.io/instance is the chart's own"),
  bad('gateway.podLabels', { 'app.kubernetes.io/component': 'x' }, "gateway.podLabels.app.kubernetes.io/component is the chart's own"),
  bad('global.push.contact', 'bell@example.org', 'global.push.contact is "bell@example.org": write where push services reach you'),
  bad(
    'global.push.contact',
    'mailto:root@localhost',
    'global.push.contact is "mailto:root@localhost": write where push services reach you',
  ),
  bad('global.push.hosts', ['https://push.example.org'], 'global.push.hosts has "https://push.example.org": write hosts such as'),
  bad('global.push.hosts', ['push.example.org/p'], 'global.push.hosts has "push.example.org/p": write hosts such as'),
  bad(
    'global.webhooks.privateHosts',
    ['homeassistant.lan'],
    'global.webhooks.privateHosts has "homeassistant.lan": write hosts with their port',
  ),
  bad('global.push.proxy', 'https://proxy.example.org:3128', "global.push.proxy must be the proxy's address alone"),
  bad('global.push.proxy', 'http://me:word@proxy.example.org:3128', 'and a password would be in the manifest'),
  bad('global.image.repository', 'https://registry.example.org/x', 'without https://, a tag or a slash at the end'),
  bad('global.image.repository', 'registry.example.org/x:1.0', 'without https://, a tag or a slash at the end'),
  bad('global.image.tag', 'latest', 'global.image.tag=latest names no version: migrations run once for each tag'),
  bad('global.image.tag', 20_261_125, 'global.image.tag is a number to Helm, and a tag is a text: write --set-string'),
  bad('global.image.tag', '1.0+build', 'global.image.tag is "1.0+build": write a tag of letters, digits'),
  bad('global.image.tags.auth', 'latest', 'global.image.tags.auth is "latest": write a version of letters, digits'),
  bad('global.image.tags.web', '1.0', "additional properties 'web' not allowed"),
  bad(
    'sfu.hostNetwork.portRange',
    '40000',
    'sfu.hostNetwork.portRange is "40000": write two ports from 1024 to 65535, the lower one first',
  ),
  bad('sfu.hostNetwork.portRange', '40099-40000', 'sfu.hostNetwork.portRange is "40099-40000": write two ports'),
  bad('coturn.relayPortRange', '41000-99999', 'coturn.relayPortRange is "41000-99999": write two ports'),
  bad('global.turn.urls', ['https://turn.example.org'], 'global.turn.urls has "https://turn.example.org": write turn: or turns: URLs'),
  together(
    { ...S3, 'global.files.s3.endpoint': 's3.example.org' },
    `global.files.s3.endpoint is "s3.example.org": write the store's address`,
  ),
  together(
    { ...STRIPE, 'global.billing.stripe.priceId': 'prod_123' },
    'global.billing.stripe.priceId is "prod_123": write the id of the price',
  ),
  together(
    { ...STRIPE, ...NO_SECRET, 'global.billing.stripe.secretKey': 'pk_live_1', 'global.billing.stripe.webhookSecret': 'whsec_1' },
    'global.billing.stripe.secretKey must begin with sk_live_ or rk_live_',
  ),
  together(
    { ...STRIPE, ...NO_SECRET, 'global.billing.stripe.secretKey': 'rk_live_1', 'global.billing.stripe.webhookSecret': 'whsec_1,we_2' },
    'global.billing.stripe.webhookSecret must be the signing secret of the webhook endpoint',
  ),
  // Right keys: only the cluster is missing.
  together(
    { ...STRIPE, ...NO_SECRET, 'global.billing.stripe.secretKey': 'sk_test_1', 'global.billing.stripe.webhookSecret': 'whsec_2,whsec_1' },
    'no cluster answers here',
  ),
  // Missing
  bad('global.publicUrl', '', 'global.publicUrl is missing: set it to the address that visitors open'),
  bad('global.trustedProxies', '', 'global.trustedProxies is missing: name the addresses (CIDR) of the ingress controller'),
  bad(
    'global.networkPolicy.ingressNamespace',
    '',
    'global.networkPolicy.ingressNamespace is missing: name the namespace in which the pods of the ingress controller',
  ),
  bad('httpRoute.enabled', true, 'httpRoute.parentRefs is empty: name the Gateway that the route belongs to'),
  bad('sfu.nodeCidrs', [], 'sfu.nodeCidrs is missing: with exposure=hostNetwork the sfu connects from its node'),
  together({ ...S3, 'global.files.s3.bucket': '' }, 'global.files.store=s3 needs global.files.s3.endpoint and global.files.s3.bucket'),
  bad('global.secrets.existing', '', 'global.mail.smtpUrl is missing: residents confirm their address and reset passwords by mail'),
  together(NO_SECRET, 'no cluster answers here (helm template, --dry-run=client, GitOps), and keys generated now would differ each time'),
  together(
    { ...NO_SECRET, 'global.redis.bundled': false },
    'global.redis.bundled=false needs the address of your own server: put it into a Secret',
  ),
  together(
    {
      ...{ 'global.secrets.existing': '', 'global.postgres.bundled': false },
      'global.secrets.refs': { 'database-url-auth': { name: 'auth-app', key: 'uri' }, 'smtp-url': { name: 'mail', key: 'url' } },
    },
    'or where each key is in global.secrets.refs (database-url-doorbell, database-url-billing,',
  ),
  bad(
    'global.billing.provider',
    'stripe',
    'global.billing.provider=stripe needs global.billing.stripe.priceId: the id of the monthly price',
  ),
  together(
    { ...STRIPE, ...NO_SECRET },
    'needs global.billing.stripe.secretKey and global.billing.stripe.webhookSecret, or both in the Secret',
  ),
  together(
    { ...STRIPE, ...NO_SECRET, 'global.billing.stripe.secretKey': 'sk_live_1' },
    'needs global.billing.stripe.secretKey and global.billing.stripe.webhookSecret, or both in the Secret',
  ),
  bad('global.turn.enabled', true, 'global.turn.urls is empty: name the TURN server as clients reach it'),
  // Values that contradict each other
  together(
    { 'global.push.proxy': 'http://proxy.example.org:3128', 'global.push.hosts': ['203.0.113.9:8443'] },
    'global.push.hosts has "203.0.113.9:8443": with global.push.proxy names alone decide',
  ),
  together(
    { 'global.publicUrl': 'http://bell.example.org', 'global.allowInsecure': 'public-url' },
    'global.push.contact is missing: push services want an address of whoever pushes',
  ),
  bad(
    'global.publicUrl',
    'http://bell.example.org',
    'global.publicUrl must begin with https://, because phones give camera and microphone',
  ),
  bad('global.publicUrl', 'https://192.0.2.7', 'global.publicUrl has an IP address, and an Ingress needs a name'),
  bad('global.mail.smtpUrl', 'smtps://a:b@mail.example.org', 'global.mail.smtpUrl has no effect beside global.secrets.existing'),
  together(
    { ...NO_SECRET, 'global.secrets.refs': { 'smtp-url': { name: 'mail', key: 'url' } } },
    'global.mail.smtpUrl has no effect beside global.secrets.refs.smtp-url',
  ),
  together(
    {
      'httpRoute.enabled': true,
      'httpRoute.parentRefs': [{ name: 'public' }],
      'ingress.enabled': false,
      'global.publicUrl': 'https://192.0.2.7',
    },
    'global.publicUrl has an IP address, and an HTTPRoute needs a name',
  ),
  together(
    { ...STRIPE, 'global.billing.stripe.webhookSecret': 'whsec_1' },
    'global.billing.stripe.webhookSecret have no effect beside global.secrets.existing: put them into that Secret',
  ),
  bad('doorbell.replicas', 2, 'doorbell has more than one copy, and they share its files: set global.files.store=s3'),
  bad('auth.autoscaling.enabled', true, 'auth has more than one copy, and they share its files'),
  together({ ...S3, 'global.files.s3.endpoint': 'http://minio:9000' }, 'global.files.s3.endpoint must begin with https://'),
  bad('coturn.enabled', true, 'coturn.enabled=true has no effect without global.turn.enabled=true'),
  together(
    { ...COTURN, 'sfu.exposure': 'nodePort', 'sfu.nodeCidrs': [] },
    "coturn needs sfu.nodeCidrs: the SFU's nodes are the only peers",
  ),
  together({ ...COTURN, 'coturn.relayPortRange': '40050-41000' }, 'coturn.relayPortRange and sfu.hostNetwork.portRange overlap'),
  together({ ...COTURN, 'coturn.tlsSecret': 'tls', 'coturn.port': 443 }, 'coturn.port=443 is the port of TURN over TLS'),
  bad('sfu.hostNetwork.portRange', '40000-40100', 'sfu.hostNetwork.metricsPort=40100 is a port of media or of coturn'),
  together({ ...COTURN, 'sfu.hostNetwork.metricsPort': 41_500 }, 'sfu.hostNetwork.metricsPort=41500 is a port of media or of coturn'),
  bad('sfu.hostNetwork.portRange', '40000-40000', 'sfu.hostNetwork.portRange has fewer ports than a pod has media workers (2)'),
  together(
    { 'sfu.exposure': 'nodePort', 'sfu.nodePort.first': 65_535, 'sfu.replicas': 2 },
    'sfu.nodePort.first=65535 leaves no room for 2 copies',
  ),
  bad('gateway.autoscaling', { enabled: true, min: 5, max: 2 }, 'gateway.autoscaling.min is above its max'),
  bad('gateway.env', { PUBLIC_URL: 'https://a.example' }, 'gateway.env.PUBLIC_URL is set by the chart itself'),
  bad('billing.env', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'billing.env.STRIPE_SECRET_KEY is set by the chart itself'),
  bad('notify.env', { PUSH_PROXY: 'http://proxy.example.org' }, 'notify.env.PUSH_PROXY is set by the chart itself'),
  bad('sfu.env', { METRICS_PORT: 4000 }, 'sfu.env.METRICS_PORT is set by the chart itself'),
  bad('sfu.env', { MEDIA_PORT: 4000 }, 'sfu.env.MEDIA_PORT is set by the chart itself'),
  bad('auth.extraEnv', [{ name: 'SUPPORT_EMAIL', value: 'a@b.example' }], 'auth.extraEnv.SUPPORT_EMAIL is set by the chart itself'),
  bad('global.extraEnv', [{ name: 'DATABASE_URL', value: 'postgres://x' }], 'global.extraEnv.DATABASE_URL is set by the chart itself'),
  bad('tools.extraEnv', [{ name: 'NATS_URL', value: 'nats://x' }], 'tools.extraEnv.NATS_URL is set by the chart itself'),
  together({ 'auth.env': { TZ: 'UTC' }, 'auth.extraEnv': [{ name: 'TZ', value: 'UTC' }] }, 'auth.env and auth.extraEnv both set TZ'),
  together(
    { 'global.caBundle.configMap': 'ca', 'sfu.env': { NODE_EXTRA_CA_CERTS: '/other.pem' } },
    'sfu.env.NODE_EXTRA_CA_CERTS is set by the chart itself',
  ),
  bad('sfu.autoscaling.enabled', true, 'sfu.autoscaling needs sfu.autoscaling.podMetric'),
  together(
    { 'sfu.exposure': 'nodePort', 'sfu.autoscaling': { enabled: true, podMetric: { name: 'doorbell_calls_live', average: 40 } } },
    'sfu.autoscaling has no effect with exposure=nodePort',
  ),
  { values: {}, says: 'chart requires kubeVersion: >=1.30.0-0 which is incompatible with Kubernetes v1.29', kubeVersion: '1.29.0' },
]
