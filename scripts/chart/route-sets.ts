/** Sets of values: how requests and media reach the product, and settings of the product itself. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { join } from 'node:path'
import { configOf, count, hasTls, ofKind, type ValueSet, variables, workload } from './value-set.ts'
import { CHART, readYaml } from './values.ts'

const TURN = { 'global.turn.enabled': true, 'global.turn.urls': ['turn:turn.example.org:3478'], 'coturn.enabled': true }
const NAMESPACE = 'kubernetes.io/metadata.name'

const annotationsOf = (kind: string, rendered: Parameters<typeof ofKind>[1]) => ofKind(kind, rendered)[0]?.metadata.annotations

export const ROUTE_SETS: readonly ValueSet[] = [
  {
    name: 'ingress-nginx',
    values: {
      'global.networkPolicy.ingressNamespace': '',
      'ingress.controller': 'nginx',
      'ingress.annotations': { 'nginx.ingress.kubernetes.io/proxy-body-size': '20m' },
    },
    check: (rendered) =>
      deepEqual(annotationsOf('Ingress', rendered), {
        'nginx.ingress.kubernetes.io/proxy-body-size': '20m',
        'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
        'nginx.ingress.kubernetes.io/proxy-send-timeout': '3600',
      }),
  },
  {
    name: 'another ingress controller, by the labels of its namespace',
    values: {
      'ingress.className': 'traefik',
      'global.networkPolicy.ingressNamespace': { [NAMESPACE]: 'traefik', edge: 'yes' },
      'global.networkPolicy.gatewayFrom': ['203.0.113.0/24'],
      'ingress.annotations': { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
    },
    check: (rendered) => {
      hasTls(undefined)(rendered)
      deepEqual(annotationsOf('Ingress', rendered), { 'cert-manager.io/cluster-issuer': 'letsencrypt' })
    },
  },
  {
    name: 'a proxy that is no pod',
    values: { 'global.networkPolicy.ingressNamespace': '', 'global.networkPolicy.gatewayFrom': ['203.0.113.0/24'] },
  },
  { name: 'a certificate for the ingress', values: { 'ingress.tlsSecret': 'bell-tls' }, check: hasTls('bell-tls') },
  { name: 'no ingress', values: { 'ingress.enabled': false }, check: count('Ingress', 0) },
  { name: 'no ingress and no namespace', values: { 'ingress.enabled': false, 'global.networkPolicy.ingressNamespace': '' } },
  {
    name: 'a route beside the ingress',
    values: {
      'httpRoute.enabled': true,
      'httpRoute.parentRefs': [{ name: 'public' }, { name: 'inside', namespace: 'gateways', sectionName: 'https', port: 443 }],
      'httpRoute.annotations': { 'example.org/team': 'home' },
      'httpRoute.timeouts': { request: '90s', backendRequest: '1m30s' },
    },
    check: (rendered) => {
      count('Ingress', 1)(rendered)
      const [route] = ofKind('HTTPRoute', rendered)
      deepEqual(route?.spec.hostnames, ['bell.example.org'])
      deepEqual(
        route?.spec.rules?.map(({ matches, timeouts }) => [matches?.[0]?.path.value, timeouts?.request]),
        [
          ['/ws', '0s'],
          ['/', '90s'],
        ],
      )
    },
  },
  {
    name: 'a route in place of the ingress, with the implementation’s own limit of time',
    values: {
      'ingress.enabled': false,
      'httpRoute.enabled': true,
      'httpRoute.parentRefs': [{ name: 'public' }],
      'httpRoute.hostnames': ['bell.example.org', '*.bell.example.org'],
      'httpRoute.timeouts': { request: null },
    },
    check: (rendered) => {
      count('Ingress', 0)(rendered)
      const rules = ofKind('HTTPRoute', rendered)[0]?.spec.rules
      deepEqual(
        rules?.map(({ timeouts }) => timeouts),
        [{ request: '0s' }, undefined],
      )
    },
    notes: (text) => ok(text.includes('HTTPRoute'), text),
  },
  {
    name: 'examples/gateway-api.yaml on top of examples/external.yaml',
    file: join(CHART, '../examples/external.yaml'),
    values: readYaml(join(CHART, '../examples/gateway-api.yaml')),
    check: (rendered) => {
      count('Ingress', 0)(rendered)
      count('HTTPRoute', 1)(rendered)
    },
  },
  {
    name: 'coturn',
    values: { ...TURN, 'sfu.nodeCidrs': ['192.0.2.7/32', '198.51.100.0/22', '2001:db8:0:1f::/60', '2001:db8::7/128', '::/0'] },
    check: (rendered) => {
      const config = configOf(rendered, 'coturn')
      // coturn knows no CIDR, and does not start with one.
      deepEqual(
        [...config.matchAll(/^allowed-peer-ip=(.*)$/gm)].map(([, addresses]) => addresses),
        [
          '192.0.2.7-192.0.2.7',
          '198.51.100.0-198.51.103.255',
          '2001:db8:0:10:0:0:0:0-2001:db8:0:1f:ffff:ffff:ffff:ffff',
          '2001:db8:0:0:0:0:0:7-2001:db8:0:0:0:0:0:7',
          '0:0:0:0:0:0:0:0-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
        ],
      )
      for (const line of ['no-tls', 'prometheus', 'prometheus-address=127.0.0.1', 'prometheus-port=9641'])
        ok(config.split('\n').includes(line), `${line} in ${config}`)
      const { pod } = workload('coturn', rendered)
      // Every user of a node can read command lines.
      ok(!/secretKeyRef|--static-auth-secret/.test(JSON.stringify(pod)))
      equal(pod.volumes?.find(({ name }) => name === 'keys')?.secret?.secretName, 'keys')
      ok(pod.containers[0]?.livenessProbe && !ofKind('PodDisruptionBudget', rendered).length)
    },
  },
  {
    name: 'coturn with TLS on two nodes',
    values: {
      ...TURN,
      'global.turn.urls': ['turns:a.example.org:443?transport=tcp', 'turns:b.example.org:443?transport=tcp'],
      ...{ 'coturn.replicas': 2, 'coturn.realm': 'turn.example.org', 'coturn.tlsSecret': 'turn-tls', 'coturn.metricsPort': 9700 },
      ...{ 'coturn.tolerations': [{ key: 'media', operator: 'Exists' }], 'coturn.priorityClassName': 'calls' },
    },
    check: (rendered) => {
      ok(configOf(rendered, 'coturn').includes('tls-listening-port=443'))
      count('PodDisruptionBudget', 1)(rendered)
      const { pod, manifest } = workload('coturn', rendered)
      ok(JSON.stringify(pod.affinity).includes('requiredDuringScheduling'), 'two copies are on separate nodes')
      deepEqual([manifest.spec.replicas, pod.tolerations?.[0]?.key, pod.priorityClassName], [2, 'media', 'calls'])
    },
  },
  { name: 'coturn beside nodePort', values: { ...TURN, 'sfu.exposure': 'nodePort', 'coturn.nodeSelector': { role: 'edge' } } },
  {
    name: 'settings of the product',
    values: {
      'global.registration': 'invite',
      'global.mail.support': 'help@example.org',
      'global.passwordBreachUrl': 'https://passwords.example.org:8443/range',
      'global.geoipFile': '/geoip/places.mmdb',
      'global.legal': {
        imprintUrl: 'https://example.org/imprint',
        privacyUrl: 'https://example.org/privacy',
        securityContact: 'mailto:security@example.org',
      },
    },
    check: variables({
      'auth.REGISTRATION': 'invite',
      'auth.SUPPORT_EMAIL': 'help@example.org',
      'auth.PASSWORD_BREACH_URL': 'https://passwords.example.org:8443/range',
      'auth.GEOIP_FILE': '/geoip/places.mmdb',
      'security.GEOIP_FILE': '/geoip/places.mmdb',
      'gateway.LEGAL_IMPRINT_URL': 'https://example.org/imprint',
      'gateway.LEGAL_PRIVACY_URL': 'https://example.org/privacy',
      'gateway.LEGAL_TERMS_URL': undefined,
      'gateway.LEGAL_SECURITY_CONTACT': 'mailto:security@example.org',
      'auth.LEGAL_IMPRINT_URL': 'https://example.org/imprint',
      'auth.LEGAL_PRIVACY_URL': 'https://example.org/privacy',
    }),
  },
]
