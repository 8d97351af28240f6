/** `ingress`: behind Traefik by Ingress, and by an HTTPRoute of a Gateway. */

import { once } from 'node:events'
import { connect as connectTo, createServer, type Server } from 'node:net'
import { Agent, request } from 'undici'
import { eventually } from '../../testing/wait.ts'
import { certify } from './certificates.ts'
import type { Installation } from './installation.ts'
import { Pages } from './pages.ts'

const NAMESPACE = 'doorbell-traefik'
const [PLAIN_PORT, TLS_PORT] = [8000, 8443]
const ROUTED_MS = 60_000
const VERBS = ['get', 'list', 'watch']

export async function behindTraefik(installation: Installation): Promise<void> {
  const { cluster, progress, url } = installation
  const resident = await installation.premium()
  const hasGateways = (await cluster.kubectl('get', 'crd', '-o', 'name')).includes('/httproutes.gateway.networking.k8s.io')
  await progress.step('traefik', () => startTraefik(installation, hasGateways))
  await installation.closeIngress()
  const forward = await forwardTo(Number(new URL(url).port || 443), (await address(installation)).trim(), TLS_PORT)
  const both = async (what: string, ...sets: readonly string[]) => {
    await installation.install(`global.networkPolicy.ingressNamespace=${NAMESPACE}`, ...sets)
    await eventually(`${what} to lead to the product`, async () => (await ready(url)) === 200, ROUTED_MS)
    const pages = await Pages.open(url, resident)
    await pages.videoCall(async () => undefined)
    await pages.close()
    if (pages.broken.length > 0) throw new Error(`assets failed: ${pages.broken.join(', ')}`)
  }
  try {
    await progress.step(
      'Ingress',
      () => both('the Ingress', 'ingress.className=traefik'),
      () => 'page, API, WebSocket, ring and call',
    )
    if (hasGateways) {
      const parent = ['name=public', `namespace=${NAMESPACE}`, 'sectionName=https'].map((set) => `httpRoute.parentRefs[0].${set}`)
      const sets = ['ingress.enabled=false', 'httpRoute.enabled=true', ...parent]
      await progress.step(
        'HTTPRoute',
        () => both('the HTTPRoute', ...sets),
        () => 'page, API, WebSocket, ring and call',
      )
    } else progress.say('HTTPRoute is not tried: the cluster has no definitions of the Gateway API')
  } finally {
    forward.close()
    await resident.leave()
    await installation.install()
    await cluster.kubectl('delete', 'namespace', NAMESPACE, '--wait=false')
  }
}

const address = ({ cluster }: Installation) =>
  cluster.kubectl('-n', NAMESPACE, 'get', 'service', 'traefik', '-o', 'jsonpath={.spec.clusterIP}')

/** The status of the page by the public address, whose name leads to this machine. */
async function ready(url: string): Promise<number> {
  const { hostname, host, port } = new URL(url)
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false, servername: hostname } })
  try {
    const answer = await request(`https://127.0.0.1:${port || 443}/readyz`, { dispatcher, headers: { host } })
    await answer.body.dump()
    return answer.statusCode
  } finally {
    await dispatcher.close()
  }
}

/** Everything that arrives at a port of this machine goes to a port of the cluster. */
async function forwardTo(port: number, host: string, there: number): Promise<Server> {
  const server = createServer((from) => {
    const to = connectTo({ host, port: there })
    from.pipe(to).pipe(from)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** What Traefik's own chart allows it. */
const RULES = [
  { apiGroups: [''], resources: ['configmaps', 'services', 'secrets', 'nodes', 'namespaces'], verbs: VERBS },
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: VERBS },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses', 'ingressclasses'], verbs: VERBS },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses/status'], verbs: ['update'] },
  {
    apiGroups: ['gateway.networking.k8s.io'],
    resources: [
      'gatewayclasses',
      'gateways',
      'httproutes',
      'grpcroutes',
      'referencegrants',
      'backendtlspolicies',
      'tcproutes',
      'tlsroutes',
    ],
    verbs: VERBS,
  },
  {
    apiGroups: ['gateway.networking.k8s.io'],
    resources: ['gatewayclasses/status', 'gateways/status', 'httproutes/status', 'grpcroutes/status', 'backendtlspolicies/status'],
    verbs: ['update'],
  },
]

async function startTraefik({ cluster, options, url }: Installation, hasGateways: boolean): Promise<void> {
  const metadata = { name: 'traefik', namespace: NAMESPACE }
  const labels = { app: 'traefik' }
  const { cert, key } = await certify(new URL(url).hostname)
  const rbac = 'rbac.authorization.k8s.io'
  await cluster.apply(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata: { name: NAMESPACE }, rules: RULES },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: NAMESPACE },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: NAMESPACE },
      subjects: [{ kind: 'ServiceAccount', ...metadata }],
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: 'traefik' },
      spec: { controller: 'traefik.io/ingress-controller' },
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/tls',
      metadata: { name: 'bell-tls', namespace: NAMESPACE },
      stringData: { 'tls.crt': cert, 'tls.key': key },
    },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: labels, ports: [{ port: TLS_PORT }] } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, labels },
      spec: {
        serviceAccountName: 'traefik',
        containers: [
          {
            name: 'traefik',
            image: options.traefik,
            args: [
              `--entryPoints.web.address=:${PLAIN_PORT}`,
              `--entryPoints.websecure.address=:${TLS_PORT}`,
              '--entryPoints.websecure.http.tls=true',
              '--providers.kubernetesIngress=true',
              `--providers.kubernetesGateway=${hasGateways}`,
              '--ping=true',
              '--ping.entryPoint=web',
            ],
            readinessProbe: { httpGet: { path: '/ping', port: PLAIN_PORT }, periodSeconds: 2 },
          },
        ],
      },
    },
    ...(hasGateways ? gateway() : []),
  )
  await cluster.kubectl('-n', NAMESPACE, 'wait', '--for=condition=Ready', 'pod/traefik', '--timeout=120s')
}

/** Its listener has the port of Traefik's entry point. */
const gateway = () => [
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    metadata: { name: 'traefik' },
    spec: { controllerName: 'traefik.io/gateway-controller' },
  },
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'public', namespace: NAMESPACE },
    spec: {
      gatewayClassName: 'traefik',
      listeners: [
        {
          name: 'https',
          protocol: 'HTTPS',
          port: TLS_PORT,
          tls: { certificateRefs: [{ name: 'bell-tls' }] },
          allowedRoutes: { namespaces: { from: 'All' } },
        },
      ],
    },
  },
]
