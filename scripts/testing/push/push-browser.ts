/** The interface of both browsers to the tests. A profile keeps its subscriptions while its browser is closed. */

export type BrowserCookie = { readonly name: string; readonly value: string; readonly url: string; readonly httpOnly?: boolean }

/** The methods of Playwright's `Page` that the Firefox of these tests has too. */
export interface BrowserPage {
  /** Waits until the page has loaded. */
  goto(url: string): Promise<unknown>
  /** Runs a function in the page; its argument and its result are JSON. */
  evaluate<R, A>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R>
  evaluate<R>(run: () => R | Promise<R>): Promise<R>
  /** A real click; waits until the selector finds an element. */
  click(selector: string): Promise<void>
  close(): Promise<void>
}

export interface PushBrowser {
  /** Whether it is connected to its push service: some seconds after its start, if it has had a subscription. */
  readonly isConnected: boolean
  /** Starts it again after `close`. */
  start(): Promise<void>
  /** Quits it as a person does, so that it stores its data. Does nothing if it is closed. */
  close(): Promise<void>
  openPage(url: string): Promise<BrowserPage>
  /** The addresses of all tabs. */
  pageUrls(): Promise<readonly string[]>
  addCookies(cookies: readonly BrowserCookie[]): Promise<void>
  /** Closes it, and removes its profile. */
  remove(): Promise<void>
}

/** The permission of all sites, by the numbers that both browsers store. */
export const PERMISSION = { granted: 1, denied: 2 } as const
export type Permission = keyof typeof PERMISSION
