/** Starts Redis or NATS: finds or downloads the program, starts it on a free loopback port, and checks it over its protocol. */
import { connect } from 'node:net'
import { findProgram, type Program, type Wanted } from './find-program.ts'
import type { Server } from './server.ts'
import { type Launch, SpawnedServer } from './spawned-server.ts'

export type FoundOptions = {
  readonly dir: string
  /** The secret from which the users' passwords are derived (credentials.ts). */
  readonly secret: string
  readonly onCrash?: (reason: string) => void
  readonly onUp?: (pid: number | undefined) => void
  readonly say?: (line: string) => void
}

type ServerKind = {
  readonly name: 'redis' | 'nats'
  readonly wanted: Wanted
  readonly url: (port: number) => string
  readonly launch: (program: Program, port: number) => Launch
  /** The request of the health check and the evaluation of its answer; undefined: wait for more. */
  readonly greeting: string
  readonly isAlive: (received: string) => boolean | undefined
}

/** @throws StartError with what to install, or with the end of the server's log */
export async function startFound(options: FoundOptions, { name, wanted, url, launch, greeting, isAlive }: ServerKind): Promise<Server> {
  const program = await findProgram(wanted, options.say)
  return SpawnedServer.start({
    name,
    logFolder: options.dir,
    stopSignal: 'SIGTERM',
    url,
    launch: (port) => launch(program, port),
    answers: (port) => answers(port, greeting, isAlive),
    ...(options.onCrash ? { onCrash: options.onCrash } : {}),
    ...(options.onUp ? { onUp: options.onUp } : {}),
  })
}

/** An authenticated request and its answer over the server's own protocol. */
function answers(port: number, greeting: string, isAlive: ServerKind['isAlive']): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 })
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    let received = ''
    socket
      .on('error', () => finish(false))
      .on('timeout', () => finish(false))
      .on('close', () => finish(false))
    socket.on('data', (chunk) => {
      received += chunk.toString()
      const alive = isAlive(received)
      if (alive !== undefined) finish(alive)
    })
    socket.write(greeting)
  })
}
