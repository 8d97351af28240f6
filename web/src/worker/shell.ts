/**
 * The shell of the resident's app: its page, in this browser's language, and all files that the page may load. Requests for pages are
 * answered with it immediately; after a tap on a notification the app needs no network to open, and shows that there is none.
 */
import { isResidentPath } from '../core/return-path.ts'
import type { FetchEvent, Scope } from './scope.ts'
import { within } from './within.ts'

/** Put in by the build (web/build/service-worker.ts): the files of each language's shell, and their version. */
export type ShellFiles = Readonly<Record<string, readonly string[]>>

export type WorkerShell = {
  /** Fetches what is not there yet. @throws where the server's page is another release than this worker's */
  readonly store: () => Promise<void>
  /** Removes the shells of other versions. */
  readonly removeOthers: () => Promise<void>
  /** @returns undefined for a request that the worker does not handle */
  readonly answer: (event: Pick<FetchEvent, 'request' | 'clientId' | 'resultingClientId'>) => Promise<Response> | undefined
}

const PREFIX = 'shell-'
/** Any page of the app is the same page. */
const PAGE = '/doorbell'
/** A file that the cache has not returned by then is loaded from the network: a page waits for each of its files. */
const ANSWER_MS = 2_000

export function createShell({ caches, clients, fetch, location }: Scope, files: ShellFiles, version: string): WorkerShell {
  const open = () => caches.open(PREFIX + version)
  const known = new Set(Object.values(files).flat())

  async function store(): Promise<void> {
    const [cache, page] = await Promise.all([open(), fetch(PAGE, { cache: 'no-cache' })])
    const html = await page.clone().text()
    const wanted = files[/<html lang="(\w+)"/.exec(html)?.[1] ?? ''] ?? []
    const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? ''
    // A copy of the gateway that is a release ahead or behind has answered; the browser installs again at its next check.
    if (!page.ok || !wanted.includes(entry)) throw new Error('the page is of another release')
    const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname)
    await cache.addAll(wanted.filter((file) => !stored.includes(file)))
    await cache.put(PAGE, page)
  }
  /** A link to another language answers with a redirect to the page, which must not be in the old one. */
  async function changeLanguage(request: Request): Promise<Response> {
    const response = await fetch(request)
    await store().catch(async () => (await open()).delete(PAGE))
    return response
  }
  const find = async (name: string) => (await open()).match(name)
  const stored = async (name: string, request: Request) => (await within(ANSWER_MS, find(name))) ?? fetch(request)
  /** Pages that were opened since this worker was started, and that are not of the app. */
  const others = new Set<string>()
  /** A page from before this worker's start. Files that the visitor's page shares with the app are loaded as without a worker. */
  async function file(name: string, request: Request, clientId: string): Promise<Response> {
    const page = await within(ANSWER_MS, clients.get(clientId))
    return page && isResidentPath(new URL(page.url).pathname) ? stored(name, request) : fetch(request)
  }
  return {
    store,
    removeOthers: async () => {
      const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version)
      await Promise.all(others.map((name) => caches.delete(name)))
    },
    answer: ({ request, clientId, resultingClientId }) => {
      const { origin, pathname, searchParams } = new URL(request.url)
      if (request.method !== 'GET' || origin !== location.origin) return undefined
      if (request.mode !== 'navigate') return known.has(pathname) && !others.has(clientId) ? file(pathname, request, clientId) : undefined
      if (!isResidentPath(pathname)) {
        others.add(resultingClientId)
        return undefined
      }
      return searchParams.has('lang') ? changeLanguage(request) : stored(PAGE, request)
    },
  }
}
