/** The processes of a product's services: as many copies of each as were asked for, and the front that several gateways share. */
import { join } from 'node:path'
import { type OwnerName, SERVICES } from '#proto/operation.ts'
import { RotatingLog } from '../servers/rotating-log.ts'
import { StartError } from '../servers/server.ts'
import type { CopyFacts } from './environment.ts'
import type { CopyCounts } from './options.ts'
import type { PidFiles } from './pid-files.ts'
import type { Account } from './step-down.ts'
import { type ServiceRecipe, SupervisedService } from './supervised-service.ts'

const READY_MS = 120_000
/** How long each may take to stop; together less than the 15 s that a stop may take. */
const STOP_MS = { gateway: 3_000, services: 6_500 } as const
/** How long a replaced copy may take: as long as a pod (terminationGracePeriodSeconds in the chart). */
const REPLACED_MS = 30_000
/** A small young generation in each process saves memory, because all of them are idle most of the day. */
export const NODE_FLAGS = ['--max-semi-space-size=1', '--disable-warning=ExperimentalWarning'] as const

export type FleetDeps = {
  readonly root: string
  /** What a service starts from. */
  fileOf(service: OwnerName): string
  readonly copies: CopyCounts
  readonly account: Account | undefined
  /** An existing folder. */
  readonly logFolder: string
  readonly pids: Pick<PidFiles, 'note' | 'forget'>
  environmentOf(service: OwnerName, copy: CopyFacts): Record<string, string>
  frontEnvironment(): Record<string, string>
  /** Called with a line for the operator. */
  say(line: string): void
  /** Called with each line of a process. */
  show(name: string, line: string): void
}

/** A copy keeps its name and its log when another process takes its place. */
type Copy = {
  readonly service: OwnerName
  readonly name: string
  readonly recipe: ServiceRecipe
  running: SupervisedService | undefined
  /** Called when its process reports ready. */
  onReady: (() => void) | undefined
}

export class Fleet {
  readonly #deps: FleetDeps
  /** Services before gateways: what a newer gateway calls is answered by newer services alone. */
  readonly #copies: readonly Copy[]
  readonly #hasFront: boolean
  #front: SupervisedService | undefined
  #isStopping = false
  #isReplacing = false

  /** Starts nothing yet. */
  constructor(deps: FleetDeps) {
    this.#deps = deps
    this.#hasFront = deps.copies.gateway > 1
    this.#copies = [...SERVICES, 'gateway' as const].flatMap((service) =>
      Array.from({ length: deps.copies[service] }, (_, index) => this.#copyOf(service, index === 0 ? service : `${service}-${index + 1}`)),
    )
  }

  /** What runs: `doorbell` and `doorbell-2` for two copies of doorbell. */
  get names(): string[] {
    return [...this.#copies.map(({ running }) => running), this.#front].flatMap((running) => (running ? [running.name] : []))
  }

  get services(): OwnerName[] {
    return [...new Set(this.#copies.map(({ service }) => service))]
  }

  /** Resolves when all are ready. @throws StartError with one sentence; the caller must still stop the others */
  async start(): Promise<void> {
    const copies = this.#copies.map(async (copy) => {
      copy.running = await this.#begin(copy.recipe)
    })
    const front = this.#hasFront ? this.#startFront() : undefined
    await Promise.all([...copies, front])
    this.#tellFront()
  }

  /** Restarts every copy of these services after a change of their sources. */
  restart(services: readonly string[]): void {
    for (const { service, running } of this.#copies) if (services.includes(service)) running?.restart()
  }

  /**
   * Replaces the process of every copy, one after another, as a cluster does: the old one ends once the new one is ready. What goes wrong
   * is said, and the copies that are left stay as they are.
   */
  async replace(): Promise<void> {
    const { say } = this.#deps
    if (this.#copies.some(({ running }) => !running)) return say('the copies are still being started')
    if (this.#isReplacing) return say('the copies are being replaced already')
    this.#isReplacing = true
    try {
      for (const copy of this.#copies) if (!this.#isStopping) await this.#replaceCopy(copy)
      if (!this.#isStopping) say('every copy is replaced')
    } catch (error) {
      say(`no further copy is replaced: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      this.#isReplacing = false
    }
  }

  /** Stops the front and the gateways, then the services. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const runningOf = (wanted: boolean) =>
      this.#copies.flatMap(({ service, running }) => (running && (service === 'gateway') === wanted ? [running] : []))
    await Promise.all([...runningOf(true), this.#front].map((running) => running?.stop(STOP_MS.gateway)))
    await Promise.all(runningOf(false).map((running) => running.stop(STOP_MS.services)))
  }

  #copyOf(service: OwnerName, name: string): Copy {
    const env = this.#deps.environmentOf(service, { name, isBehindFront: service === 'gateway' && this.#hasFront })
    const ready = () => {
      copy.onReady?.()
      this.#tellFront()
    }
    const recipe = this.#recipeOf(name, this.#deps.fileOf(service), env, ready)
    const copy: Copy = { service, name, recipe, running: undefined, onReady: undefined }
    return copy
  }

  #recipeOf(name: string, file: string, env: Record<string, string>, ready: () => void): ServiceRecipe {
    const { account, logFolder, pids, say, show } = this.#deps
    return {
      ...{ name, env, account, show, ready },
      command: process.execPath,
      args: [...NODE_FLAGS, file],
      log: new RotatingLog(logFolder, name),
      crashed: (from, reason) => say(`[${from}] ended: ${reason}`),
      started: (from, pid) => pids.note(from, pid),
      ended: (from, pid) => {
        pids.forget(from, pid)
        this.#tellFront()
      },
    }
  }

  /** A process that is ready only after the stop has begun is stopped. */
  async #begin(recipe: ServiceRecipe): Promise<SupervisedService> {
    const started = await SupervisedService.start(recipe, READY_MS)
    if (this.#isStopping) await started.stop(1_000)
    return started
  }

  async #startFront(): Promise<void> {
    const file = join(this.#deps.root, 'scripts', 'start', 'front', 'main.ts')
    this.#front = await this.#begin(this.#recipeOf('front', file, this.#deps.frontEnvironment(), () => this.#tellFront()))
  }

  /** Which gateways it may send requests to: those that are ready and not about to end. */
  #tellFront(): void {
    const gateways = this.#copies.flatMap(({ service, running }) => (service === 'gateway' && running ? [running] : []))
    const copies = gateways.flatMap(({ name, port }) => (port === undefined ? [] : [{ name, port }]))
    this.#front?.send({ copies })
  }

  async #replaceCopy(copy: Copy): Promise<void> {
    const { running: old, recipe, name } = copy
    if (!old) return
    const reason = this.#whyAlone(copy)
    if (reason) await restartInPlace(copy, old)
    else {
      copy.running = await this.#begin(recipe).catch((error: unknown) => {
        // The process that failed was recorded under the same name.
        this.#deps.pids.note(name, old.pid)
        throw error
      })
      this.#tellFront()
      await old.stop(REPLACED_MS)
    }
    this.#deps.say(reason ? `[${name}] restarted in place: ${reason}` : `[${name}] replaced`)
  }

  /** @returns why two processes of a copy cannot run at the same time; undefined if they can */
  #whyAlone({ service, recipe: { env } }: Copy): string | undefined {
    if (service === 'gateway' && !this.#hasFront) return 'one gateway has no front; two are replaced without a pause (--gateway 2)'
    if (service === 'sfu' && env.MEDIA_PORT) return 'two cannot have the ports of MEDIA_PORT; MEDIA_PORT_RANGE has some for each'
    return undefined
  }
}

/** @throws StartError if it does not become ready again; it is still supervised */
async function restartInPlace(copy: Copy, running: SupervisedService): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new StartError(`${copy.name} is not ready`)), REPLACED_MS + READY_MS)
      copy.onReady = resolve
      running.restart()
    })
  } finally {
    clearTimeout(timer)
    copy.onReady = undefined
  }
}
