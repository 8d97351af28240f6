/** Records running processes with start time and command line, so that the next start can stop processes left by a killed one. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Identity, identify } from '../bootstrap/identity.mjs'

const GRACE_MS = 6_000
const POLL_MS = 25

type Note = Identity & { readonly pid: number }

/** Whether the process is the recorded one: same pid, start time and command line. */
export function isSame(noted: Identity, now: Identity | undefined): boolean {
  return now !== undefined && now.started === noted.started && now.command === noted.command
}

export class PidFiles {
  readonly #folder: string

  /** @param folder inside the data directory, so that two copies do not share it */
  constructor(folder: string) {
    this.#folder = folder
  }

  note(name: string, pid: number | undefined): void {
    const identity = pid === undefined ? undefined : identify(pid)
    if (!identity) return
    writeFileSync(this.#file(name), JSON.stringify({ pid, ...identity } satisfies Partial<Note>), { mode: 0o600 })
  }

  /** @param pid forgotten only if it is the recorded one: a process that replaces another has its name */
  forget(name: string, pid?: number): void {
    if (pid === undefined || this.#read(`${name}.json`)?.pid === pid) rmSync(this.#file(name), { force: true })
  }

  /** @returns the recorded processes that still run */
  living(): { name: string; pid: number }[] {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder).filter((file) => file.endsWith('.json')) : []
    return names.flatMap((file) => {
      const note = this.#read(file)
      return note && isSame(note, identify(note.pid)) ? [{ name: file.slice(0, -5), pid: note.pid }] : []
    })
  }

  /** Stops processes left by an earlier start. @returns their names */
  async endLeftovers(): Promise<string[]> {
    const left = this.living()
    for (const { name, pid } of left) signal(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM')
    const deadline = Date.now() + GRACE_MS
    while (this.living().length > 0 && Date.now() < deadline) await wait(POLL_MS)
    for (const { pid } of this.living()) signal(pid, 'SIGKILL')
    while (this.living().length > 0 && Date.now() < deadline + GRACE_MS) await wait(POLL_MS)
    for (const file of existsSync(this.#folder) ? readdirSync(this.#folder) : []) rmSync(join(this.#folder, file), { force: true })
    return left.map(({ name }) => name)
  }

  #read(file: string): Note | undefined {
    try {
      return JSON.parse(readFileSync(join(this.#folder, file), 'utf8'))
    } catch {
      return undefined // Truncated by a killed start.
    }
  }

  #file(name: string): string {
    return join(this.#folder, `${name}.json`)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended meanwhile.
  }
}
