/** The product on one machine: servers, migrations, services, gateway, in this order up and in the opposite order down. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findSupport, gapsOf } from '#kit/confinement.ts'
import type { OwnerName } from '#proto/operation.ts'
import { identify } from '../bootstrap/identity.mjs'
import { migrateDatabase, servicesWithDatabase } from '../database/migrate.ts'
import { prepareDatabase } from '../database/roles.ts'
import { cacheFolder } from '../servers/cache.ts'
import { copyFfmpeg, type Ffmpeg } from '../servers/ffmpeg.ts'
import { startNats } from '../servers/nats.ts'
import { startPostgres } from '../servers/postgres.ts'
import { startRedis } from '../servers/redis.ts'
import { givenServer, type Server } from '../servers/server.ts'
import { type StripeLocal, startStripeLocal } from '../stripe-local/start.ts'
import { bundleOf } from './bundles.ts'
import { type Connections, connectionsOf, type ServerKind } from './connections.ts'
import type { DataDir } from './data-dir.ts'
import { devKeyFile, makeDevKey } from './dev-key.ts'
import { composeEnvironment, composeFrontEnvironment, type Facts, type LanFacts, usesLocalStripe, usesMailbox } from './environment.ts'
import { Fleet } from './fleet.ts'
import type { Options } from './options.ts'
import type { PidFiles } from './pid-files.ts'
import { prepareServices, prepareWeb } from './prepare.ts'
import type { Progress } from './progress.ts'
import { untilReady } from './readiness.ts'
import { keepSecrets, type Secrets } from './secrets.ts'
import { type Account, chooseAccount, copyWorker, giveFiles, giveFolder, serviceNeeds } from './step-down.ts'

const { DATABASE_URL, REDIS_URL, NATS_URL } = process.env
/** The servers whose address the operator has configured. */
const GIVEN = new Set<ServerKind>([
  ...(DATABASE_URL ? (['postgres'] as const) : []),
  ...(REDIS_URL ? (['redis'] as const) : []),
  ...(NATS_URL ? (['nats'] as const) : []),
])
const ALL_READY_MS = 120_000

export type Surroundings = {
  readonly root: string
  readonly options: Options
  readonly dataDir: DataDir
  readonly progress: Progress
  readonly pids: PidFiles
  /** The path of the media worker, which may not exist yet. */
  readonly mediaWorker: string
  /** The path of ffmpeg, which may not exist yet. */
  readonly ffmpeg: Ffmpeg
  readonly lan?: LanFacts & { readonly url: string }
}

export class Product {
  readonly #around: Surroundings
  readonly #servers: Server[] = []
  readonly #beside: { stop(): void }[] = []
  #devKey: string | undefined
  #stripe: StripeLocal | undefined
  #account: Account | undefined
  #fleet: Fleet | undefined
  #stopping: Promise<void> | undefined

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** The product's URL. */
  get url(): string {
    return (this.#around.lan?.url ?? process.env.PUBLIC_URL) || `http://localhost:${this.#around.options.port}`
  }

  /** The mailbox's address; undefined with SMTP or a public address. Its key is printed only on a terminal: other output may be a file. */
  mailboxLine(isTerminal: boolean): string | undefined {
    if (!this.#devKey || !usesMailbox(process.env)) return undefined
    const url = `http://localhost:${this.#around.options.port}/dev/mail`
    const file = devKeyFile(this.#around.dataDir.path)
    return isTerminal ? `mailbox  ${url}?key=${this.#devKey}` : `mailbox  ${url}?key=<content of ${file}>`
  }

  /** The services that run, whatever the number of their copies. */
  get services(): readonly OwnerName[] {
    return this.#fleet?.services ?? []
  }

  /** @throws StartError with one sentence; the caller must still stop what was started */
  async start(): Promise<void> {
    const { progress, root, options } = this.#around
    const secrets = keepSecrets(this.#around.dataDir.path)
    this.#devKey = makeDevKey(this.#around.dataDir.path, process.env.PUBLIC_URL)
    const [[postgres, redis, nats]] = await Promise.all([
      this.#startServers(secrets),
      progress.step('services built', () => prepareServices(root), String),
      progress.step('web', () => prepareWeb(root), String),
    ])
    const withDatabase = servicesWithDatabase(root)
    const connections = connectionsOf({ postgres: postgres.url, redis: redis.url, nats: nats.url }, secrets, GIVEN)
    const account = chooseAccount(serviceNeeds(root, this.#around.dataDir.folder('run'), options.port), (line) => progress.say(line))
    await progress.step(
      'migrations',
      async () => (await Promise.all(withDatabase.map((service) => this.#migrate(service, postgres.url, connections)))).flat().length,
      (count) => (count > 0 ? `${count} applied` : 'up to date'),
    )
    this.#account = await account
    const gaps = gapsOf(findSupport(this.#account))
    if (gaps.length > 0) progress.say(`ffmpeg, which reads recorded calls, could ${gaps.join(' and ')} here: see docs/security.md`)
    this.#prepareFolders()
    await this.#startStripe()
    const facts = this.#facts(connections, withDatabase)
    writeFileSync(
      join(this.#around.dataDir.path, 'connection.json'),
      JSON.stringify({
        pid: process.pid,
        started: identify(process.pid)?.started,
        url: `http://localhost:${options.port}`,
        nats: nats.url,
        // For `npm run demo`, which sends requests as the gateway does.
        gateway: facts.natsUrl('gateway'),
        postgres: postgres.url,
        files: facts.filesDir,
      }),
      { mode: 0o600 },
    )
    const fleet = this.#createFleet(facts)
    await progress.step(
      'services',
      () => (this.#stopping ? Promise.resolve() : fleet.start()),
      () => fleet.names.join(', '),
    )
    await progress.step('round trips', () => untilReady(options.port, ALL_READY_MS))
  }

  /** Restarts the named services after a change of their sources. */
  restart(names: readonly string[]): void {
    this.#fleet?.restart(names)
  }

  /** Replaces every copy of every service, one after another, while the product runs; first what has changed is built. */
  async replace(): Promise<void> {
    const { progress, root } = this.#around
    try {
      await prepareServices(root)
    } catch (error) {
      return progress.say(`no copy is replaced: ${error instanceof Error ? error.message : String(error)}`)
    }
    await this.#fleet?.replace()
  }

  /** Called when the media worker exists; services that run as another user may need a copy of it. */
  takeMediaWorker(): void {
    if (this.#account) copyWorker(this.#around.mediaWorker, this.#mediaWorker)
  }

  /** Called when ffmpeg exists, as takeMediaWorker. An ffmpeg of the system needs no copy, because every user may run it. */
  takeFfmpeg(): void {
    if (this.#account && this.#isOwnFfmpeg) copyFfmpeg(dirname(this.#around.ffmpeg.ffmpeg), dirname(this.#ffmpeg.ffmpeg))
  }

  /** Registers a process that ends with the product. */
  alsoStop(background: { readonly name?: string; readonly pid?: number | undefined; stop(): void }): void {
    this.#beside.push(background)
    if (background.pid) this.#around.pids.note(background.name ?? 'background', background.pid)
  }

  /** Stops the gateway, then services, then servers. Idempotent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    for (const background of this.#beside) background.stop()
    await this.#stripe?.stop()
    await this.#fleet?.stop()
    await Promise.all(this.#servers.map((server) => server.stop().then(() => this.#around.pids.forget(server.name))))
  }

  #startServers(secrets: Secrets): Promise<[Server, Server, Server]> {
    const { dataDir, progress } = this.#around
    const common = (name: string) => ({
      dir: dataDir.folder(name),
      onCrash: (reason: string) => {
        progress.say(`${name} ended and is started again: ${reason}`)
      },
      onUp: (pid: number | undefined) => this.#around.pids.note(name, pid),
      say: (line: string) => progress.say(line),
    })
    const start = (name: string, given: string | undefined, own: () => Promise<Server>) =>
      progress.step(
        name,
        async () => this.#keep(given ? givenServer(name, given) : await own()),
        ({ pid }) => (pid ? '' : 'as given'),
      )
    return Promise.all([
      start('postgres', DATABASE_URL, () => startPostgres({ ...common('postgres'), password: secrets.postgres })),
      start('redis', REDIS_URL, () => startRedis({ ...common('redis'), secret: secrets.redis })),
      start('nats', NATS_URL, () => startNats({ ...common('nats'), secret: secrets.nats, test: process.env.TEST_CLOCK === '1' })),
    ])
  }

  /** Connects as the role that owns the database; on the operator's server, as the role in its URL. @returns the migrations applied now */
  async #migrate(service: string, serverUrl: string, { postgresUrl }: Connections): Promise<string[]> {
    const { root, progress } = this.#around
    const url = postgresUrl(service)
    if (!GIVEN.has('postgres')) await prepareDatabase(serverUrl, url)
    return migrateDatabase(root, url, service, { say: (line) => progress.say(line) })
  }

  /** Stops a server immediately if it came up after the stop began. */
  async #keep(server: Server): Promise<Server> {
    if (this.#stopping) await server.stop()
    else this.#servers.push(server)
    return server
  }

  /** If no payments are configured, billing uses a local server in place of Stripe, which takes no money. */
  async #startStripe(): Promise<void> {
    const { dataDir, options, progress } = this.#around
    if (!usesLocalStripe(process.env, this.url)) return
    this.#stripe = await startStripeLocal({
      file: join(dataDir.path, 'stripe.json'),
      publicUrl: this.url,
      webhookUrl: `http://127.0.0.1:${options.port}/api/stripe/webhook`,
      now: Date.now,
      log: (line) => progress.say(line),
    })
  }

  /** Folders that the services write, and files that only they may read. */
  #prepareFolders(): void {
    const { dataDir, lan } = this.#around
    giveFolder(dataDir.folder('files'), this.#account)
    if (!this.#account) return
    giveFolder(dataDir.folder('compiled'), this.#account)
    if (lan) giveFiles([lan.certFile, lan.keyFile], this.#account)
    this.takeMediaWorker()
    this.takeFfmpeg()
  }

  get #mediaWorker(): string {
    const { dataDir, mediaWorker } = this.#around
    return this.#account ? join(dataDir.folder('media-worker'), 'mediasoup-worker') : mediaWorker
  }

  get #isOwnFfmpeg(): boolean {
    return this.#around.ffmpeg.ffmpeg.startsWith(cacheFolder())
  }

  get #ffmpeg(): Ffmpeg {
    const { dataDir, ffmpeg } = this.#around
    if (!this.#account || !this.#isOwnFfmpeg) return ffmpeg
    const folder = join(dataDir.folder('ffmpeg'), 'bin')
    return { ffmpeg: join(folder, 'ffmpeg'), ffprobe: join(folder, 'ffprobe') }
  }

  #facts(connections: Connections, withDatabase: readonly string[]): Facts {
    const { root, options, dataDir, lan } = this.#around
    return {
      port: options.port,
      publicUrl: this.url,
      ...connections,
      devKey: this.#devKey,
      filesDir: dataDir.folder('files'),
      webDist: join(root, 'web', 'dist'),
      mediaWorker: this.#mediaWorker,
      ffmpeg: this.#ffmpeg,
      compileCache: this.#account ? dataDir.folder('compiled') : join(cacheFolder(), 'compiled'),
      withDatabase,
      stripe: this.#stripe,
      ...(lan ? { lan } : {}),
    }
  }

  #createFleet(facts: Facts): Fleet {
    const { root, dataDir, options, progress } = this.#around
    this.#fleet = new Fleet({
      root,
      fileOf: (service) => (options.dev ? join(root, 'services', service, 'src', 'main.ts') : bundleOf(root, service)),
      copies: options.copies,
      account: this.#account,
      logFolder: dataDir.folder('logs'),
      pids: this.#around.pids,
      environmentOf: (service, copy) => composeEnvironment(service, facts, process.env, copy),
      frontEnvironment: () => composeFrontEnvironment(facts, process.env),
      say: (line) => progress.say(line),
      show: (from, line) => {
        if (options.verbose) progress.say(`[${from}] ${line}`)
      },
    })
    return this.#fleet
  }
}
