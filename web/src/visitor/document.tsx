/** The HTML document of every visitor's page: styles and icons inline, so that the form needs one response. */

import { assets } from 'virtual:visitor-assets'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type LegalLinks, legalLinksSet } from '#proto/legal-links.ts'
import type { PageState } from '#proto/visitor-page.ts'
import { pageTexts } from '../core/texts/en-page.ts'
import { LegalNav } from '../ui/legal-nav.tsx'
import { statusTexts } from './en-status.ts'
import { visitorTexts } from './en-visitor.ts'
import { visitTexts } from './en-visits.ts'
import sprite from './sprite.svg?raw'
import styles from './styles/index.css?inline'
import legalStyles from './styles/legal.css?inline'
import noScriptStyles from './styles/no-script.css?inline'
import statusStyles from './styles/status.css?inline'

/** How often a page without script reloads itself (s). */
const REFRESH_EVERY = 5

function titleOf(state: PageState): string {
  const { product, inactive, limited, preparing, turn, invite } = visitorTexts
  switch (state.page) {
    case 'door':
    case 'schedule':
    case 'building':
    case 'left':
      return state.door.label ? `${product} · ${state.door.label}` : product
    case 'pass':
      return `${visitTexts.pass.title} · ${state.pass.doorLabel}`
    case 'no-pass':
      return visitTexts.pass.gone.title
    case 'invite':
    case 'no-invite':
      return invite.title
    case 'code':
      return product
    case 'inactive':
      return inactive.title
    case 'limited':
      return limited.title
    case 'turn':
      return turn.title
    case 'preparing':
      return preparing.title
    case 'status':
      return `${product} · ${statusTexts.title}`
  }
}

/** Whether a page without script reloads itself: while something may change, and never while a field may be in use. */
function refreshes(state: PageState): boolean {
  if (state.page === 'pass') return state.pass.status === 'pending'
  if ((state.page !== 'door' && state.page !== 'invite') || !state.visit || state.isWriting) return false
  const { outcome, canWrite } = state.visit
  return outcome === null || ((outcome === 'missed' || outcome.startsWith('answered')) && !canWrite)
}

/**
 * JSON inside a script element: `<` would end it or open a comment, and U+2028 and U+2029 end a line of script.
 * @see https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The state for the browser's script: the whole state if it hydrates, else the part that it polls. */
function scriptState(state: PageState): unknown {
  if (state.page === 'door' || state.page === 'invite') return state
  if (state.page === 'turn' && state.work) return { work: { challenge: state.work.challenge, difficulty: state.work.difficulty } }
  return state.page === 'pass' ? { pass: { token: state.pass.token, status: state.pass.status } } : {}
}

/** The sprite's symbols, without the element around them. */
const symbols = sprite.replace(/^\s*<svg[^>]*>|<\/svg>\s*$/g, '')

const raw = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } })

type HeadProps = { readonly state: PageState; readonly script: 'hydrated' | 'serverRendered'; readonly legal: LegalLinks }

/** The last two are only in pages that use them. */
const stylesOf = ({ state, legal }: HeadProps) =>
  [styles, state.page === 'status' && statusStyles, legalLinksSet(legal).length > 0 && legalStyles].filter(Boolean).join('')

function Head(props: HeadProps): ReactNode {
  const { state, script } = props
  const { file, imports } = assets[script]
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content" />
      <title>{titleOf(state)}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="strict-origin-when-cross-origin" />
      <meta name="theme-color" content="#0C447C" />
      {refreshes(state) && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_EVERY)} />
        </noscript>
      )}
      <link rel="icon" href="/icons/mark.svg" type="image/svg+xml" />
      <style {...raw(stylesOf(props))} />
      <noscript>
        <style {...raw(noScriptStyles)} />
      </noscript>
      <script type="module" src={file} />
      {imports.map((name) => (
        <link key={name} rel="modulepreload" href={name} />
      ))}
    </head>
  )
}

type DocumentParts = HeadProps & {
  /** Rendered by React, which hydrates it. */
  readonly body: string
}

export function createDocument({ state, body, script, legal }: DocumentParts): string {
  const page = (
    <html lang={pageTexts.language}>
      <Head state={state} script={script} legal={legal} />
      <body>
        <div id="app" data-page={state.page} {...raw(body)} />
        {/* Not hydrated: the links need no script. */}
        <LegalNav links={legal} className="legal" opensTab />
        <svg width="0" height="0" className="sprite" aria-hidden="true" {...raw(symbols)} />
        <script id="state" type="application/json" {...raw(scriptJson(scriptState(state)))} />
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
