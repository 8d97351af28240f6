const NAME_WIDTH = 14
const SLOW_MS = 1_500

/** Prints one line per step with its duration; a slow step is announced while it runs. */
export class Progress {
  readonly #print: (line: string) => void
  readonly #from = Date.now()

  constructor(print: (line: string) => void = (line) => console.log(line)) {
    this.#print = print
  }

  /** @param work may return a remark for the line */
  async step<T>(name: string, work: () => Promise<T>, remark: (result: T) => string = () => ''): Promise<T> {
    const from = Date.now()
    const slow = setTimeout(() => this.#print(`  ${name.padEnd(NAME_WIDTH)} …`), SLOW_MS)
    try {
      const result = await work()
      this.#print(`  ${name.padEnd(NAME_WIDTH)} ${seconds(Date.now() - from)}  ${remark(result)}`.trimEnd())
      return result
    } finally {
      clearTimeout(slow)
    }
  }

  say(line: string): void {
    this.#print(`  ${line}`)
  }

  /** The last line of a start. */
  ready(url: string): void {
    this.#print(`  ${'all'.padEnd(NAME_WIDTH)} ${seconds(Date.now() - this.#from)}`)
    this.#print(`ready  ${url}`)
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`
