/**
 * Chooses the servers of the tests: containers if a Docker engine answers and has or can pull the images,
 * otherwise the embedded ones of the product's own start. `TEST_SERVERS=containers|embedded` overrides the choice.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GenericContainer } from 'testcontainers'
import { NATS, natsAuthorization, startNats } from '#scripts/servers/nats.ts'
import { startPostgres } from '#scripts/servers/postgres.ts'
import { REDIS, REDIS_MEMORY, redisAccess, startRedis } from '#scripts/servers/redis.ts'
import type { Server } from '#scripts/servers/server.ts'
import { testPort } from './ports.ts'

const run = promisify(execFile)
const POSTGRES_IMAGE = 'postgres:18-alpine'
const PULL_MS = 60_000
/** Enough for all stacks of a run, which share one Postgres. */
const CONNECTIONS = 300

export type Kind = 'postgres' | 'redis' | 'nats'
type Mode = 'containers' | 'embedded'
let decided: Promise<Mode> | undefined

/** @returns which servers this run uses; asks Docker once and keeps the answer for child processes too. */
export function serverMode(): Promise<Mode> {
  decided ??= decide().then((mode) => {
    process.env.TEST_SERVERS = mode
    return mode
  })
  return decided
}

async function decide(): Promise<Mode> {
  const wish = process.env.TEST_SERVERS
  if (wish === 'containers' || wish === 'embedded') return wish
  const images = [POSTGRES_IMAGE, REDIS.image, NATS.image]
  try {
    await run('docker', ['info'], { timeout: 5_000 })
    await Promise.all(images.map(haveImage))
    return 'containers'
  } catch {
    return 'embedded'
  }
}

/** @throws if the engine lacks the image and cannot pull it in time */
async function haveImage(image: string): Promise<void> {
  const here = await run('docker', ['image', 'inspect', image], { timeout: 5_000 }).then(
    () => true,
    () => false,
  )
  if (!here) await run('docker', ['pull', '--quiet', image], { timeout: PULL_MS })
}

const CONTAINERS = {
  postgres: { image: POSTGRES_IMAGE, port: 5432 },
  redis: { image: REDIS.image, port: 6379 },
  nats: { image: NATS.image, port: 4222 },
} as const

/** Loaded on demand, because the embedded servers do not need the container library. */
async function recipe(kind: Kind, password: string, port: number): Promise<GenericContainer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = new GenericContainer(CONTAINERS[kind].image).withExposedPorts({ container: CONTAINERS[kind].port, host: port })
  if (kind === 'postgres')
    return (
      container
        .withEnvironment({ POSTGRES_USER: 'doorbell', POSTGRES_PASSWORD: password })
        .withCommand(['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', `max_connections=${CONNECTIONS}`])
        // The image first starts a server for its initialisation, which listens on no TCP address.
        .withWaitStrategy(Wait.forSuccessfulCommand('pg_isready -h 127.0.0.1 -U doorbell'))
    )
  if (kind === 'redis') {
    const memory = Object.entries(REDIS_MEMORY).flatMap(([name, value]) => [`--${name}`, value])
    const content = `${redisAccess({ secret: password, test: true }).join('\n')}\n`
    return container
      .withCopyContentToContainer([{ content, target: '/redis.conf' }])
      .withCommand(['redis-server', '/redis.conf', '--save', '', '--appendonly', 'no', ...memory])
  }
  const content = JSON.stringify({ jetstream: {}, authorization: { users: natsAuthorization({ secret: password, test: true }) } })
  return container.withCopyContentToContainer([{ content, target: '/nats.conf' }]).withCommand(['-c', '/nats.conf'])
}

function urlOf(kind: Kind, password: string, port: number): string {
  if (kind === 'postgres') return `postgres://doorbell:${password}@127.0.0.1:${port}/postgres`
  return kind === 'redis' ? `redis://:${password}@127.0.0.1:${port}` : `nats://test:${password}@127.0.0.1:${port}`
}

async function startContainer(kind: Kind): Promise<Server> {
  const password = randomBytes(12).toString('hex')
  // A fixed port, because Docker would choose another one when it restarts the container.
  const port = await testPort()
  const container = await (await recipe(kind, password, port)).start()
  return {
    name: kind,
    url: urlOf(kind, password, port),
    pid: undefined,
    stop: () => container.stop().then(() => undefined),
    kill: () => run('docker', ['kill', container.getId()]).then(() => undefined),
    resume: () => container.restart(),
  }
}

async function startEmbedded(kind: Kind, durable: boolean, parent: string): Promise<Server> {
  const dir = mkdtempSync(join(parent, `doorbell-${kind}-`))
  const password = randomBytes(12).toString('hex')
  const server = await (kind === 'postgres'
    ? startPostgres({ dir, password, durable, maxConnections: CONNECTIONS })
    : kind === 'redis'
      ? startRedis({ dir, secret: password, test: true })
      : startNats({ dir, secret: password, test: true }))
  const clean = () => rmSync(dir, { recursive: true, force: true })
  return {
    name: server.name,
    get url() {
      return server.url
    },
    get pid() {
      return server.pid
    },
    stop: () => server.stop().then(clean),
    kill: () => server.kill(),
    resume: () => server.resume(),
  }
}

/**
 * Starts one server of this run's kind.
 * @param durable embedded and with fsync, as production is
 * @param parent the folder for its data; then it is embedded
 */
export async function startServer(kind: Kind, durable = false, parent?: string): Promise<Server> {
  const inContainer = !durable && parent === undefined && (await serverMode()) === 'containers'
  return inContainer ? startContainer(kind) : startEmbedded(kind, durable, parent ?? tmpdir())
}
