/**
 * Languages the web is built in (docs/product/decisions.md, 35): a language is a catalogue of texts. The cookie selects a browser's build.
 */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Set by the page, read by the gateway; not HttpOnly, because it is no secret. */
export const LANGUAGE_COOKIE = { name: 'lang', maxAgeSeconds: 365 * 24 * 3600 } as const

/** Each language's own name, for users who cannot read the current one. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** `?lang=de` on any page: works without script. The gateway sets the cookie and redirects to the page without the parameter. */
export const LANGUAGE_PARAMETER = 'lang'

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((language) => language === text)
