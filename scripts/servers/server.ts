/** What every server handle offers, whether we run the server or were given its address. */
export interface Server {
  readonly name: string
  /** With credentials; stays the same over `kill` and `resume`. */
  readonly url: string
  /** Undefined where the server is not ours. */
  readonly pid: number | undefined
  /** Ends it gracefully and waits for its last process. */
  stop(): Promise<void>
  /** For tests: SIGKILL, as a crash would. */
  kill(): Promise<void>
  /** For tests: starts it again on the same port and data. */
  resume(): Promise<void>
}

/** A refusal with one sentence for a person: printed as it is, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** A server that somebody else runs: never ours to stop. */
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
