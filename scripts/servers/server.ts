/** The handle of a server, whether we run it or were given its address. */
export interface Server {
  readonly name: string
  /** With credentials; `kill` and `resume` do not change it. */
  readonly url: string
  /** Undefined for a server that we do not run. */
  readonly pid: number | undefined
  /** Stops it gracefully and waits for its last process. */
  stop(): Promise<void>
  /** For tests: SIGKILL, as a crash would. */
  kill(): Promise<void>
  /** For tests: starts it again on the same port and data. */
  resume(): Promise<void>
}

/** An error with one sentence for the user, printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** A server that we do not run and never stop. */
export function givenServer(name: string, url: string): Server {
  const refuse = () => Promise.reject(new StartError(`${name} at a given address is not ours to stop.`))
  return {
    name,
    url,
    pid: undefined,
    stop: () => Promise.resolve(),
    kill: refuse,
    resume: refuse,
  }
}
