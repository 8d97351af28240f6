/** Loads the web's server bundles, which render the visitor's pages: one per language, built into `web/dist/server`. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES, type Language } from '#proto/languages.ts'
import type { VisitorBundle } from '#proto/visitor-page.ts'
import type { VisitorBundles } from '../domain/ports.ts'

/**
 * @param dist the folder of the built web
 * @returns the bundle of a language; loaded at its first use, because each takes 15 MB; until the web is built every call tries again
 */
export function visitorBundles(dist: string): VisitorBundles {
  const bundles = new Map<Language, Promise<VisitorBundle>>()
  const fileOf = (language: Language) => path.join(dist, 'server', language === LANGUAGES[0] ? '' : language, 'visitor.js')
  return (language) => {
    const known = bundles.get(language)
    if (known) return known
    const loading = import(pathToFileURL(fileOf(language)).href) as Promise<VisitorBundle>
    bundles.set(language, loading)
    loading.catch(() => bundles.delete(language))
    return loading
  }
}
