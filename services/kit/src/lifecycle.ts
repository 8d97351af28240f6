/** A process's life: start, tell the supervisor, stop on SIGTERM, SIGINT or when the supervisor's pipe closes. */
import { Socket } from 'node:net'
import { ConfigError, supervisorFd } from './config.ts'

const STOP_MS = 10_000

export type Running = {
  readonly port: number
  stop(): Promise<void>
  /** Longest time a stop may take, in ms (default 10 s): a media node waits for its last call. */
  readonly stopMs?: number
}

/**
 * Runs one service until it is told to stop. Exit codes: 0 stopped, 1 crashed, 78 wrong configuration (EX_CONFIG).
 */
export async function runService(name: string, start: () => Promise<Running>, fd = supervisorFd()): Promise<void> {
  const die = (error: unknown) => {
    process.stderr.write(
      `${name}: ${error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exit(error instanceof ConfigError ? 78 : 1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  let running: Running | undefined
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), running?.stopMs ?? STOP_MS).unref()
    const stopped = running ? running.stop() : Promise.resolve()
    stopped.then(() => process.exit(0), die)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const pipe = fd === undefined ? undefined : new Socket({ fd, readable: true, writable: true })
  pipe?.on('close', stop).on('error', stop).resume()
  try {
    running = await start()
  } catch (error) {
    die(error)
    return
  }
  pipe?.write(`${JSON.stringify({ ready: { http: running.port } })}\n`)
}
