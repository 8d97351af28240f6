/** Chooses a browser's language: the cookie's, else the first accepted one that the web is built in, else English. */
import { parse } from 'cookie'
import { isLanguage, LANGUAGE_COOKIE, type Language } from '#proto/languages.ts'

const FALLBACK: Language = 'en'
/** No browser sends a longer Accept-Language. */
const MAX_HEADER = 500

/** RFC 9110, 12.5.4: highest weight first; a missing weight is 1, and 0 means not accepted. */
function accepted(header: string): string[] {
  const ranges = header
    .slice(0, MAX_HEADER)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
      const weight = parameters.find((word) => word.startsWith('q='))
      return { range, q: weight ? Number(weight.slice(2)) : 1 }
    })
  return ranges
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ range }) => range)
}

export function chooseLanguage(headers: {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}): Language {
  const chosen = parse(headers.cookie ?? '')[LANGUAGE_COOKIE.name]
  if (isLanguage(chosen)) return chosen
  for (const range of accepted(headers['accept-language'] ?? '')) {
    const language = range.split('-')[0]
    if (isLanguage(language)) return language
  }
  return FALLBACK
}
