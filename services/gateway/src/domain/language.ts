/** Chooses a browser's language: the cookie's, else the first accepted one that the web is built in, else English. */
import { isLanguage, LANGUAGE_COOKIE, type Language } from '#proto/languages.ts'
import { accepted } from './accepted.ts'

const FALLBACK: Language = 'en'
/** Without parsing the other cookies (cookies.ts). */
const CHOSEN = new RegExp(`(?:^|;)[ \\t]*${LANGUAGE_COOKIE.name}=([a-z]+)`)

export function chooseLanguage(headers: {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}): Language {
  const chosen = CHOSEN.exec(headers.cookie ?? '')?.[1]
  if (isLanguage(chosen)) return chosen
  for (const range of accepted(headers['accept-language'] ?? '')) {
    const language = range.split('-')[0]
    if (isLanguage(language)) return language
  }
  return FALLBACK
}
