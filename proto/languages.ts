/** Languages the web is built in (decision 35): a language is a catalogue of texts. The cookie says which build a browser gets. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Set by the page, read by the gateway; not HttpOnly, because it is nobody's secret. */
export const LANGUAGE_COOKIE = { name: 'lang', maxAgeSeconds: 365 * 24 * 3600 } as const

/** Each language in its own words: whoever looks for it does not read the other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** `?lang=de` on any page: the link that works without script. The gateway sets the cookie and comes back without it. */
export const LANGUAGE_PARAMETER = 'lang'

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((language) => language === text)
