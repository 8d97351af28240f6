/** Which language a browser gets: the one it chose, else the first of its own that the web is built in, else English. */
import { parse } from 'cookie'
import { isLanguage, LANGUAGE_COOKIE, type Language } from '#proto/languages.ts'

const FALLBACK: Language = 'en'
/** A header longer than this is nobody's list of languages. */
const MOST = 500

/** RFC 9110, 12.5.4: best first; what has no weight has the highest, and a weight of 0 means never. */
function accepted(header: string): string[] {
  const ranges = header
    .slice(0, MOST)
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
