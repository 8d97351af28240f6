/** Renders the visitor's pages with the web's server bundles. */
import { setImmediate } from 'node:timers/promises'
import { compressText } from '#kit/compress.ts'
import type { LegalLinks } from '#proto/legal-links.ts'
import type { PageState } from '#proto/visitor-page.ts'
import type { RenderPage, VisitorBundles } from '../domain/ports.ts'

/** @returns the name of a page that depends only on its language */
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

/** Runs one after the other; before each, other pending work of the process runs. */
function createTurns(): <T>(work: () => T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(() => setImmediate()).then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/**
 * Rendering and compressing a page takes longer than the rest of its request, and anybody can request the page of a broken link: such
 * pages are rendered once per language and encoding. The others are rendered one at a time: if forty concurrent requests of one address
 * were rendered together, all other requests would wait for all of them.
 * @param countRendering called for each page that is not sent from memory
 * @param legal the operator's links at the end of each page
 */
export function createPageRenderer(bundles: VisitorBundles, countRendering: () => void, legal: LegalLinks = {}): RenderPage {
  const made = new Map<string, Buffer>()
  const inTurn = createTurns()
  return async (language, state, encoding) => {
    const { renderVisitor } = await bundles(language)
    const name = constantName(state)
    const key = `${language} ${encoding} ${name}`
    const known = name === undefined ? undefined : made.get(key)
    if (known) return known
    return inTurn(() => {
      // An earlier one in the queue may have rendered it.
      const meanwhile = name === undefined ? undefined : made.get(key)
      if (meanwhile) return meanwhile
      countRendering()
      const html = renderVisitor(state, legal)
      const page = encoding ? compressText(html, encoding) : Buffer.from(html)
      if (name !== undefined) made.set(key, page)
      return page
    })
  }
}
