/** Renders the visitor's pages with the web's server bundles. */
import { setImmediate } from 'node:timers/promises'
import { compressText } from '#kit/compress.ts'
import type { PageState } from '#proto/visitor-page.ts'
import type { RenderPage, VisitorBundles } from '../domain/ports.ts'

/** @returns the name of a page that depends on nothing but its language */
function constantName(state: PageState): string | undefined {
  switch (state.page) {
    case 'inactive':
    case 'limited':
    case 'preparing':
      return state.page
    case 'no-invite':
      return `no-invite ${state.reason}`
    case 'no-pass':
      return state.failure ? undefined : state.page
    case 'code':
      return state.failure || state.value || state.resume ? undefined : state.page
    default:
      return undefined
  }
}

/** Runs one after the other, and lets everything else that waits for the process have its turn before each. */
function createTurns(): <T>(work: () => T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(() => setImmediate()).then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/**
 * A page takes longer to render and compress than its request takes otherwise, and a broken link's page is asked for by whoever likes: such
 * pages are made once per language and encoding. The others are made one at a time: forty that one address may ask for at once would keep
 * everybody waiting for all of them.
 * @param countRendering called for each page that is not sent from memory
 */
export function createPageRenderer(bundles: VisitorBundles, countRendering: () => void): RenderPage {
  const made = new Map<string, Buffer>()
  const inTurn = createTurns()
  return async (language, state, encoding) => {
    const { renderVisitor } = await bundles(language)
    const name = constantName(state)
    const key = `${language} ${encoding} ${name}`
    const known = name === undefined ? undefined : made.get(key)
    if (known) return known
    return inTurn(() => {
      // Whoever was before in the turn may have made it.
      const meanwhile = name === undefined ? undefined : made.get(key)
      if (meanwhile) return meanwhile
      countRendering()
      const html = renderVisitor(state)
      const page = encoding ? compressText(html, encoding) : Buffer.from(html)
      if (name !== undefined) made.set(key, page)
      return page
    })
  }
}
