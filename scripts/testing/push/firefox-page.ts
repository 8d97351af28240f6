/** A tab of Firefox, with as much of Playwright's `Page` as tests of push need; Playwright itself drives only a Firefox of its own. */
import { eventually } from '../wait.ts'
import type { BidiConnection } from './bidi.ts'

type Evaluated =
  | { readonly type: 'success'; readonly result: { readonly value?: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } }
type Located = { readonly nodes: readonly { readonly sharedId: string }[] }

export class FirefoxPage {
  readonly #bidi: BidiConnection
  readonly #context: string

  /** @param context as BiDi names the tab */
  constructor(bidi: BidiConnection, context: string) {
    this.#bidi = bidi
    this.#context = context
  }

  /** Waits until the page has loaded. */
  async goto(url: string): Promise<void> {
    await this.#bidi.call('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  /**
   * Runs a function in the page. @param argument passed and returned as JSON
   * @throws Error with what the function throws
   */
  async evaluate<R, A = undefined>(run: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    const answer = await this.#bidi.call<Evaluated>('script.callFunction', {
      functionDeclaration: `async (argument) => JSON.stringify({ value: await (${run})(argument && JSON.parse(argument)) })`,
      arguments: [argument === undefined ? { type: 'undefined' } : { type: 'string', value: JSON.stringify(argument) }],
      target: { context: this.#context },
      awaitPromise: true,
    })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return (JSON.parse(answer.result.value ?? '{}') as { value: R }).value
  }

  /** A real click in the middle of the first element of a CSS selector; waits until there is one. */
  async click(selector: string): Promise<void> {
    const { sharedId } = await eventually(`${selector} in the page`, async () => {
      const locator = { type: 'css', value: selector }
      const { nodes } = await this.#bidi.call<Located>('browsingContext.locateNodes', { context: this.#context, locator, maxNodeCount: 1 })
      return nodes[0]
    })
    const origin = { type: 'element', element: { sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#bidi.call('input.performActions', { context: this.#context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  async close(): Promise<void> {
    await this.#bidi.call('browsingContext.close', { context: this.#context })
  }
}
