/**
 * Jest's main process keeps the shared products. The test files of a worker get its product by HTTP, in the state that the last file left.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SharedFacts, SharedKind } from '../shared-stack.ts'
import { ALL_SERVICES, type Stack, startStack } from '../stack.ts'
import type { AnyService } from '../world.ts'

type Shared = { readonly stack: Stack; ahead: number }

export class SharedStacks {
  readonly #server: Server
  /** By worker and kind, as the path names them. */
  readonly #stacks = new Map<string, Promise<Shared>>()
  readonly #stopping: Promise<void>[] = []

  private constructor() {
    this.#server = createServer((request, response) => {
      // A kept-alive connection would have been closed before the next file uses it, and that file's first request would fail.
      response.setHeader('Connection', 'close')
      this.#answer(request.url ?? '').then(
        (body) => response.end(JSON.stringify(body)),
        (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
      )
    })
  }

  static async listen(): Promise<SharedStacks> {
    const stacks = new SharedStacks()
    await once(stacks.#server.listen(0, '127.0.0.1'), 'listening')
    return stacks
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** `/<worker>/<kind>` or `/<worker>/clock/shift/<milliseconds>` */
  async #answer(path: string): Promise<SharedFacts | { ahead: number }> {
    const [, worker = '', kind = '', , milliseconds] = path.split('/')
    const shared = await this.#stackOf(worker, kind as SharedKind)
    if (milliseconds === undefined) return factsOf(shared)
    await shared.stack.clock.shift(Number(milliseconds))
    shared.ahead += Number(milliseconds)
    return { ahead: shared.ahead }
  }

  #stackOf(worker: string, kind: SharedKind): Promise<Shared> {
    const key = `${worker}/${kind}`
    const known = this.#stacks.get(key)
    if (known) return known
    this.#stopOthersOf(worker)
    const started = startStack().then((stack) => {
      for (const name of ALL_SERVICES) {
        const service = stack.service(name)
        service.onExit(() => console.error(`${name} of the stack that worker ${worker} shares has ended by itself:\n${service.log}`))
      }
      return { stack, ahead: 0 }
    })
    this.#stacks.set(key, started)
    return started
  }

  /** An idle product uses a tenth of a core, and it is not needed again, because the files are sorted by kind (sequencer.ts). */
  #stopOthersOf(worker: string): void {
    for (const [key, shared] of this.#stacks) {
      if (!key.startsWith(`${worker}/`)) continue
      this.#stacks.delete(key)
      const stopped = stop(key, shared)
      // `stop` reports its errors.
      stopped.catch(() => undefined)
      this.#stopping.push(stopped)
    }
  }

  /** @throws AggregateError of the stacks' errors */
  async stop(): Promise<void> {
    this.#server.close()
    const stopping = [...this.#stopping, ...[...this.#stacks].map(([key, shared]) => stop(key, shared))]
    const failures = (await Promise.allSettled(stopping)).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    if (failures.length) throw new AggregateError(failures, failures.map(String).join('\n'))
  }
}

async function stop(key: string, shared: Promise<Shared>): Promise<void> {
  const { stack } = await shared
  for (const name of ALL_SERVICES) for (const line of errorsOf(stack, name)) console.error(`${key} ${line}`)
  await stack.stop()
}

/** The last error that a service logged; no test of a shared stack provokes one. */
const errorsOf = (stack: Stack, name: AnyService) =>
  stack
    .service(name)
    .log.split('\n')
    .filter((line) => line.includes('"level":"error"'))

function factsOf({ stack, ahead }: Shared): SharedFacts {
  const http = Object.fromEntries(ALL_SERVICES.map((name) => [name, stack.service(name).http])) as SharedFacts['http']
  return { ...stack.facts, natsUrl: stack.servers.nats.url, filesDir: stack.filesDir, http, ahead }
}
