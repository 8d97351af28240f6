/** What the tests do with either browser. A profile keeps its subscriptions while its browser is closed. */

export type BrowserCookie = { readonly name: string; readonly value: string; readonly url: string; readonly httpOnly?: boolean }

/** As much of Playwright's `Page` as Firefox has too. */
export interface BrowserPage {
  /** Waits until the page has loaded. */
  goto(url: string): Promise<unknown>
  /** Runs a function in the page; its argument and its result are JSON. */
  evaluate<R, A>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R>
  evaluate<R>(run: () => R | Promise<R>): Promise<R>
  /** A real click, when the selector's element is there. */
  click(selector: string): Promise<void>
  close(): Promise<void>
}

export interface PushBrowser {
  /** Whether its push service reaches it now: some seconds after its start, and once it has had a subscription. */
  readonly isConnected: boolean
  /** Again, after `close`. */
  start(): Promise<void>
  /** As a person who quits it: what it has to write is written. Nothing happens if it is closed. */
  close(): Promise<void>
  openPage(url: string): Promise<BrowserPage>
  /** Of all tabs. */
  pageUrls(): Promise<readonly string[]>
  addCookies(cookies: readonly BrowserCookie[]): Promise<void>
  /** Closes it, and removes its profile. */
  remove(): Promise<void>
}

/** Of all sites; both browsers store these numbers. */
export const PERMISSION = { granted: 1, denied: 2 } as const
export type Permission = keyof typeof PERMISSION
