/** A CacheStorage in memory, as far as the worker uses one. */
const pathOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), 'https://bell.example').pathname

class FakeCache {
  readonly entries = new Map<string, Response>()
  readonly #fetch: (path: string) => Promise<Response>
  constructor(fetch: (path: string) => Promise<Response>) {
    this.#fetch = fetch
  }
  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    return this.entries.get(pathOf(request))?.clone()
  }
  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    this.entries.set(pathOf(request), response)
  }
  async addAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.put(path, await this.#fetch(path))
  }
  async delete(request: RequestInfo | URL): Promise<boolean> {
    return this.entries.delete(pathOf(request))
  }
  async keys(): Promise<readonly Request[]> {
    return [...this.entries.keys()].map((path) => new Request(`https://bell.example${path}`))
  }
}

/** @param fetch called by `addAll` */
export function fakeCaches(fetch: (path: string) => Promise<Response> = async () => new Response()) {
  const all = new Map<string, FakeCache>()
  const caches = {
    open: async (name: string) => {
      const cache = all.get(name) ?? new FakeCache(fetch)
      all.set(name, cache)
      return cache
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  }
  return { caches: caches as object as CacheStorage, all }
}
