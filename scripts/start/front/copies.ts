/** The copies of the gateway behind the front: which of them take requests, and which gets the next one. */
import { Agent, type ClientRequest, type RequestOptions, request as send } from 'node:http'
import type { Log } from '#kit/log.ts'

const HOST = '127.0.0.1'
/** Half of the time for which a gateway that stops still accepts (DRAIN.acceptMs of the gateway). */
const CHECK_EVERY_MS = 250
/** A copy that has not answered in this time is left alone: its process may be stopped, or its machine too busy. */
const CHECK_TIMEOUT_MS = 1_000
/** Less than the time after which a gateway closes an idle connection, also when it has many: so none is closed under a request. */
const IDLE_MS = 4_000

export type CopyAddress = { readonly name: string; readonly port: number }
/** `silent`: it refuses connections, or does not answer in time; `stopping`: it says that it takes no requests. */
type State = 'ready' | 'silent' | 'stopping'
type Copy = CopyAddress & { state: State; open: number; turn: number; isBeingChecked: boolean }

/** A request that has a connection to a copy, and of which nothing has been sent yet. */
export type Opened = { readonly upstream: ClientRequest; readonly copy: CopyAddress /** Called once it is over. */; release(): void }

export class Copies {
  readonly #log: Pick<Log, 'info' | 'warn'>
  readonly #agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  readonly #timer: NodeJS.Timeout
  #copies: Copy[] = []
  #turn = 0

  constructor(log: Pick<Log, 'info' | 'warn'>) {
    this.#log = log
    this.#timer = setInterval(() => {
      for (const copy of this.#copies) if (!copy.isBeingChecked) void this.#check(copy)
    }, CHECK_EVERY_MS)
  }

  /** Copies that are not named get no further requests. @param addresses of the copies that run and are not about to end */
  set(addresses: readonly CopyAddress[]): void {
    this.#copies = addresses.map(
      ({ name, port }) =>
        this.#copies.find((copy) => copy.name === name && copy.port === port) ?? {
          ...{ name, port, state: 'ready', open: 0, turn: 0, isBeingChecked: false },
        },
    )
  }

  /**
   * Connects a request to the copy with the fewest open ones. If that copy cannot be reached, nothing has been sent, and the next one is
   * tried.
   * @param lost the copy that has died with this request: others are tried before it
   * @returns undefined where no copy takes it
   */
  async open(options: RequestOptions, lost?: CopyAddress): Promise<Opened | undefined> {
    const tried = new Set<Copy>()
    for (let copy = this.#choose(tried, lost); copy; copy = this.#choose(tried, lost)) {
      const chosen = copy
      tried.add(chosen)
      this.#turn += 1
      chosen.turn = this.#turn
      chosen.open += 1
      const release = () => {
        chosen.open -= 1
      }
      const upstream = send({ ...options, host: HOST, port: chosen.port, agent: this.#agent })
      if (await isConnected(upstream)) return { upstream, copy: chosen, release }
      release()
      this.#note(chosen, 'silent')
    }
    return undefined
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#copies = []
  }

  /** Of copies that are equally busy the one that has waited longest. Where none is known to be ready, a silent one may be. */
  #choose(tried: ReadonlySet<Copy>, lost: CopyAddress | undefined): Copy | undefined {
    const left = this.#copies.filter((copy) => !tried.has(copy))
    const ready = left.filter(({ state }) => state === 'ready')
    const [first] = (ready.length > 0 ? ready : left.filter(({ state }) => state === 'silent')).sort(
      (a, b) => Number(a === lost) - Number(b === lost) || a.open - b.open || a.turn - b.turn,
    )
    return first
  }

  async #check(copy: Copy): Promise<void> {
    copy.isBeingChecked = true
    this.#note(copy, await stateOf(copy, this.#agent))
    copy.isBeingChecked = false
  }

  #note(copy: Copy, state: State): void {
    if (state === copy.state) return
    copy.state = state
    if (state === 'ready') this.#log.info({ copy: copy.name }, 'gateway gets requests again')
    else this.#log.warn({ copy: copy.name, state }, 'gateway gets no requests')
  }
}

/** @returns false where no connection was made: nothing has been sent */
function isConnected(upstream: ClientRequest): Promise<boolean> {
  return new Promise((resolve) => {
    upstream.once('error', () => resolve(false))
    upstream.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => resolve(true))
      else resolve(true)
    })
  })
}

function stateOf({ port }: CopyAddress, agent: Agent): Promise<State> {
  return new Promise((resolve) => {
    send({ host: HOST, port, path: '/healthz', agent, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
      .on('error', () => resolve('silent'))
      .on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200 ? 'ready' : 'stopping')
      })
      .end()
  })
}
