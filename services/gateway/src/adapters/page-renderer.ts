/** Renders the visitor's pages with the web's server bundles. */
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

/**
 * A page takes longer to render and compress than its request takes otherwise, and a broken link's page is asked for by whoever likes: such
 * pages are made once per language and encoding.
 * @param countRendering called for each page that is not sent from memory
 */
export function createPageRenderer(bundles: VisitorBundles, countRendering: () => void): RenderPage {
  const made = new Map<string, Buffer>()
  return async (language, state, encoding) => {
    const { renderVisitor } = await bundles(language)
    const name = constantName(state)
    const key = `${language} ${encoding} ${name}`
    const known = name === undefined ? undefined : made.get(key)
    if (known) return known
    countRendering()
    const html = renderVisitor(state)
    const page = encoding ? compressText(html, encoding) : Buffer.from(html)
    if (name !== undefined) made.set(key, page)
    return page
  }
}
