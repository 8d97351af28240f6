const NAME_WIDTH = 14
const SLOW_MS = 1_500
/** Terminal control (ECMA-48): the cursor up a line, and the line erased. */
const OVER_THE_LAST_LINE = '\u001B[1A\u001B[2K'

/** Prints one line per step with its duration; a slow step is announced while it runs. All output to the terminal uses it. */
export class Progress {
  readonly #write: (line: string) => void
  readonly #isTerminal: boolean
  readonly #from = Date.now()
  #endsWithUpdate = false

  constructor(write: (line: string) => void = (line) => console.log(line), isTerminal: boolean = process.stdout.isTTY === true) {
    this.#write = write
    this.#isTerminal = isTerminal
  }

  /** @param remark made from the result of `work` and added to the line */
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

  /** Progress in the background: on a terminal a new line replaces the one before. */
  update(line: string): void {
    this.#write(`${this.#isTerminal && this.#endsWithUpdate ? OVER_THE_LAST_LINE : ''}  ${line}`)
    this.#endsWithUpdate = true
  }

  /** Lines for people, as they are. */
  print(line: string): void {
    this.#print(line)
  }

  /** The last line of a start. */
  ready(url: string): void {
    this.#print(`  ${'all'.padEnd(NAME_WIDTH)} ${seconds(Date.now() - this.#from)}`)
    this.#print(`ready  ${url}`)
  }

  #print(line: string): void {
    this.#endsWithUpdate = false
    this.#write(line)
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`
