/** `verify-full`: PostgreSQL with the certificate of a private authority, and what happens where another authority is trusted. */
import { randomUUID } from 'node:crypto'
import { eventually } from '../../testing/wait.ts'
import { certify } from './certificates.ts'
import { type Installation, PREFIX } from './installation.ts'
import { Rings, rungInWords } from './rings.ts'

const OWNERS = ['auth', 'doorbell', 'billing', 'security', 'notify'] as const
const SECRET = 'tls-databases'
const [TRUSTED, OTHER] = ['trusted-authority', 'other-authority']
/** Long enough for the Job of the migrations to start and fail. */
const REFUSED = '45s'
const REFUSED_MS = 90_000

export async function verifyFull(installation: Installation): Promise<void> {
  const { cluster, progress } = installation
  const data = `${cluster.namespace}-data`
  const name = `postgres.${data}.svc`
  const [server, other] = await Promise.all([certify(name), certify(name)])
  const passwords = new Map(OWNERS.map((owner) => [owner, randomUUID()]))
  const address = await progress.step('postgres', () => startPostgres(installation, data, server, passwords))
  const urls = [...passwords].map(([owner, password]) => [
    `database-url-${owner}`,
    `postgres://${owner}:${password}@${name}:5432/${owner}?sslmode=verify-full`,
  ])
  await cluster.apply(
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: SECRET, namespace: cluster.namespace }, stringData: Object.fromEntries(urls) },
    ...[cluster.namespace, cluster.mediaNamespace].flatMap((namespace) =>
      [
        [TRUSTED, server.ca],
        [OTHER, other.ca],
      ].map(([authority, ca]) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: authority, namespace },
        data: { 'ca.crt': ca },
      })),
    ),
  )
  const refs = OWNERS.flatMap((owner) =>
    [`name=${SECRET}`, `key=database-url-${owner}`].map((set) => `global.secrets.refs.database-url-${owner}.${set}`),
  )
  const sets = ['global.postgres.bundled=false', `global.networkPolicy.external={${address}/32}`, ...refs]
  await progress.step('verify-full', () => installation.install(...sets, `global.caBundle.configMap=${TRUSTED}`))
  const rings = await Rings.prepare(await installation.openIngress(), installation.host)
  await progress.step('ring', () => rings.during(() => expectEncrypted(installation, data)), rungInWords)
  await progress.step(
    'another authority',
    () => expectRefused(installation, rings, [...sets, `global.caBundle.configMap=${OTHER}`]),
    (words) => words,
  )
  await rings.leave()
  await progress.step('bundled again', () => installation.install())
  await cluster.kubectl('delete', 'namespace', data, '--wait=false')
}

type Server = { readonly cert: string; readonly key: string }

/** @returns the address of its pod */
async function startPostgres({ cluster }: Installation, namespace: string, { cert, key }: Server, passwords: ReadonlyMap<string, string>) {
  const image = (
    await cluster.kubectl(
      '-n',
      cluster.namespace,
      'get',
      'statefulset',
      `${PREFIX}-postgres`,
      '-o',
      'jsonpath={.spec.template.spec.containers[0].image}',
    )
  ).trim()
  const labels = { app: 'postgres' }
  await cluster.apply(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'certificate', namespace }, stringData: { 'tls.crt': cert, 'tls.key': key } },
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'postgres', namespace }, spec: { selector: labels, ports: [{ port: 5432 }] } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'postgres', namespace, labels },
      spec: {
        securityContext: { runAsUser: 999, runAsGroup: 999, fsGroup: 999 },
        containers: [
          {
            name: 'postgres',
            image,
            args: ['-c', 'max_connections=200', '-c', 'ssl=on', '-c', 'ssl_cert_file=/tls/tls.crt', '-c', 'ssl_key_file=/tls/tls.key'],
            env: [
              { name: 'POSTGRES_PASSWORD', value: randomUUID() },
              { name: 'PGDATA', value: '/data/postgres' },
            ],
            readinessProbe: { exec: { command: ['pg_isready', '-U', 'postgres', '-h', '127.0.0.1'] }, periodSeconds: 2 },
            volumeMounts: [
              { name: 'tls', mountPath: '/tls' },
              { name: 'data', mountPath: '/data' },
            ],
          },
        ],
        volumes: [
          { name: 'tls', secret: { secretName: 'certificate', defaultMode: 0o440 } },
          { name: 'data', emptyDir: {} },
        ],
      },
    },
  )
  await cluster.kubectl('-n', namespace, 'wait', '--for=condition=Ready', 'pod/postgres', '--timeout=180s')
  for (const [owner, password] of passwords) {
    await psql(cluster, namespace, `CREATE ROLE ${owner} LOGIN PASSWORD '${password}'`)
    await psql(cluster, namespace, `CREATE DATABASE ${owner} OWNER ${owner}`)
  }
  return (await cluster.kubectl('-n', namespace, 'get', 'pod', 'postgres', '-o', 'jsonpath={.status.podIP}')).trim()
}

const psql = (cluster: Installation['cluster'], namespace: string, sql: string) =>
  cluster.kubectl('-n', namespace, 'exec', 'postgres', '--', 'psql', '-U', 'postgres', '-h', '/var/run/postgresql', '-Atc', sql)

/** The migrations do not connect, so that no new pod that stores rows starts, and the former ones keep answering. */
async function expectRefused(installation: Installation, rings: Rings, sets: readonly string[]): Promise<string> {
  const { cluster } = installation
  const refused = await installation.upgrade(['--timeout', REFUSED], sets).then(
    () => false,
    () => true,
  )
  if (!refused) throw new Error('the release was installed although its pods trust another authority')
  const select = ['-l', 'app.kubernetes.io/component=migrate', '--all-containers', '--prefix', '--tail=50']
  const said = await eventually(
    'the migrations to name the certificate',
    async () =>
      /.*(certificate|self-signed|unable to verify).*/i.exec(await cluster.kubectl('-n', cluster.namespace, 'logs', ...select))?.[0],
    REFUSED_MS,
  )
  await rings.during(async () => undefined)
  return said.slice(0, 200)
}

/** Every connection of the services is encrypted. */
async function expectEncrypted({ cluster }: Installation, namespace: string): Promise<void> {
  const counted =
    "SELECT count(*) FILTER (WHERE ssl), count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename <> 'postgres'"
  const [encrypted, all] = (await psql(cluster, namespace, counted)).trim().split('|')
  if (encrypted !== all || all === '0') throw new Error(`${encrypted} of ${all} connections are encrypted`)
}
