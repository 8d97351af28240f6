/** Links to the other languages, each in its own name: the gateway stores the choice and redirects to the same page. */
import { LANGUAGE_NAMES, LANGUAGE_PARAMETER, LANGUAGES } from '#proto/languages.ts'
import { pageTexts } from '../core/texts/en-page.ts'

const own: string = pageTexts.language

/** @param props `query`: the part of the page's address after its path, such as `tab=left` */
export function LanguageLinks({ query }: { readonly query?: string }) {
  return LANGUAGES.filter((language) => language !== own).map((language) => (
    <a key={language} href={`?${query ? `${query}&` : ''}${LANGUAGE_PARAMETER}=${language}`} lang={language} hrefLang={language}>
      {LANGUAGE_NAMES[language]}
    </a>
  ))
}
