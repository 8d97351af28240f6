/**
 * Makes dist/visitor.html the visitor page's one template: the page's markup (src/visitor/template/page.html) goes in after Vite
 * has read the entry, because its sections are no HTML; the critical styles go inline, so that the form needs one response.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { LANGUAGE_NAMES, LANGUAGE_PARAMETER, LANGUAGES, type Language } from '../../proto/languages.ts'
import { FIELD } from '../../proto/limits.ts'
import { readTexts } from './catalogue.ts'

const folder = fileURLToPath(new URL('../src/visitor/template/', import.meta.url))
const MARKS = { head: '<!--template:head-->', body: '<!--template:body-->' }
/** `[[languages:tab=left]]`: links that come back to that page. */
const LANGUAGE_MARK = /\[\[languages(?::([\w=]+))?\]\]/g
const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>\s*/g

const squeeze = (text: string) =>
  text
    .replace(/\{\{!.*?\}\}/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/\n\s+/g, '\n')
    .replace(/\n+/g, '\n')
    .trim()

type Texts = Readonly<Record<string, unknown>>

/** All texts of the template and of the gateway's pages in one language. */
async function loadTexts(
  language: Language,
): Promise<{ readonly visitor: Texts; readonly visits: unknown; readonly call: unknown; readonly refusals: unknown }> {
  const read = (family: string) => readTexts(language, family)
  const [{ visitorTexts }, { visitTexts }, { callTexts }, { errorTexts }] = await Promise.all([
    read('visitor'),
    read('visits'),
    read('call'),
    read('errors'),
  ])
  return { visitor: visitorTexts as Texts, visits: visitTexts, call: callTexts, refusals: errorTexts }
}

/** Each other language, named in its own words. @param page what the page's own address has after its path */
const languageLinks = (own: Language, page?: string) =>
  LANGUAGES.filter((language) => language !== own)
    .map((language) => {
      const query = `${page ? `${page}&amp;` : ''}${LANGUAGE_PARAMETER}=${language}`
      return `<a href="?${query}" lang="${language}" hreflang="${language}">${LANGUAGE_NAMES[language]}</a>`
    })
    .join('')

/**
 * Replaces `[[form.submit]]` by that text of the catalogue, so that the page has the same texts with and without script, and
 * `[[limit.phone]]` by that field's limit.
 */
function insertTexts(markup: string, catalogue: unknown): string {
  return markup.replace(/\[\[([\w.]+)\]\]/g, (_mark, path: string) => {
    const text = path.split('.').reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key], catalogue)
    if (typeof text !== 'string' && typeof text !== 'number')
      throw new Error(`The template names a text that the catalogue has not: ${path}`)
    return String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  })
}

function fill(html: string, language: Language, catalogue: unknown): string {
  const read = (name: string) => readFileSync(folder + name, 'utf8')
  const page = squeeze(read('page.html')).replace(LANGUAGE_MARK, (_mark, page?: string) => languageLinks(language, page))
  const body = insertTexts(page, catalogue) + squeeze(read('sprite.svg'))
  return html.replace(MARKS.head, () => squeeze(read('head.html'))).replace(MARKS.body, () => body)
}

/** @returns the plugin; it touches the visitor's entry alone. */
export function visitorTemplate(language: Language): Plugin {
  return {
    name: 'visitor-template',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      for (const name of ['head.html', 'page.html', 'sprite.svg']) this.addWatchFile(folder + name)
    },
    async generateBundle(_options, bundle) {
      const page = bundle['visitor.html']
      if (page?.type !== 'asset') return
      const html = String(page.source).replace(STYLESHEET, (_tag, file: string) => {
        const css = bundle[file]
        if (css?.type !== 'asset') throw new Error(`visitor.html names ${file}, which the build did not make`)
        delete bundle[file]
        return `<style>${String(css.source).trim()}</style>\n`
      })
      const { visitor, visits, call, refusals } = await loadTexts(language)
      page.source = squeeze(fill(html, language, { ...visitor, visits, call, limit: FIELD }))
      // The gateway renders the template with the same texts. JSON leaves out texts that are functions: only the page's script calls them.
      this.emitFile({ type: 'asset', fileName: 'visitor-texts.json', source: JSON.stringify({ ...visitor, visits, refusals }) })
    },
  }
}
