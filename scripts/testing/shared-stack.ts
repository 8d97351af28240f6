/**
 * A whole product that the files of a Jest worker share, one file after the other; it is started when the first file asks for it
 * (jest/shared-stacks.ts). A test uses its own accounts and addresses and must not affect later tests, so this class cannot kill, restart,
 * copy or empty a service.
 */
import { type AnyService, connectBus, World, type WorldFacts } from './world.ts'

export type SharedKind = 'steady' | 'clock'
export type SharedFacts = WorldFacts & {
  readonly natsUrl: string
  /** Where its services keep files. */
  readonly filesDir: string
  /** The address of each service's own HTTP server. */
  readonly http: Readonly<Record<AnyService, string>>
  /** How many milliseconds the product's clock is ahead. */
  readonly ahead: number
}

export class SharedStack extends World {
  readonly #http: SharedFacts['http']
  readonly filesDir: string

  protected constructor(facts: SharedFacts, bus: SharedStack['bus']) {
    super(facts, bus)
    this.#http = facts.http
    this.filesDir = facts.filesDir
  }

  static async connect(): Promise<SharedStack> {
    const facts = await ask<SharedFacts>(pathOf('steady'))
    const shared = new SharedStack(facts, await connectBus(facts.natsUrl))
    await shared.redis.connect()
    return shared
  }

  httpOf(name: AnyService): string {
    return this.#http[name]
  }

  close(): Promise<void> {
    return this.disconnect()
  }
}

/** Its clock only moves forward and is not reset between files, so tests compute times from `clock.now()`. */
export class SharedClockStack extends SharedStack {
  #ahead: number

  private constructor(facts: SharedFacts, bus: SharedStack['bus']) {
    super(facts, bus)
    this.#ahead = facts.ahead
  }

  static override async connect(): Promise<SharedClockStack> {
    const facts = await ask<SharedFacts>(pathOf('clock'))
    const shared = new SharedClockStack(facts, await connectBus(facts.natsUrl))
    await shared.redis.connect()
    return shared
  }

  readonly clock = {
    /** The product's time. */
    now: (): number => Date.now() + this.#ahead,
    /** Shifts the clock of every process by a message. */
    shift: async (milliseconds: number): Promise<void> => {
      if (milliseconds < 0) throw new Error('the shared clock goes forward only')
      const { ahead } = await ask<{ ahead: number }>(`${pathOf('clock')}/shift/${milliseconds}`)
      this.#ahead = ahead
    },
  }
}

/** The product of this worker whose clock is the machine's; `close()` it in afterAll. */
export const sharedStack = (): Promise<SharedStack> => SharedStack.connect()

/** The product of this worker whose clock the tests move; `close()` it in afterAll. */
export const sharedClockStack = (): Promise<SharedClockStack> => SharedClockStack.connect()

const pathOf = (kind: SharedKind) => `/${process.env.JEST_WORKER_ID ?? '1'}/${kind}`

async function ask<T>(path: string): Promise<T> {
  const base = process.env.TEST_SHARED_STACKS
  if (!base) throw new Error('shared stacks are there in the wire tests of Jest alone')
  const answer = await fetch(base + path, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
