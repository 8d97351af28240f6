/**
 * Presses on a notification's actions, passed from the worker that saw them to the page that they open. An address alone answers nothing:
 * any person with a ring's id, its visitor too, can make a link with it, and a link that answers would open the resident's microphone.
 */
const NAME = 'presses'
const keyOf = (path: string) => `/${NAME}${path}`

export type Presses = {
  /** Only the newest counts. */
  readonly put: (path: string) => Promise<void>
  /** Whether the address was opened by a press; true once. */
  readonly take: (path: string) => Promise<boolean>
}

/** @param caches undefined on insecure pages, which have no notifications either */
export function openPresses(caches: CacheStorage | undefined): Presses {
  return {
    put: async (path) => {
      await caches?.delete(NAME)
      await (await caches?.open(NAME))?.put(keyOf(path), new Response())
    },
    take: async (path) => (await (await caches?.open(NAME))?.delete(keyOf(path), {})) === true,
  }
}
