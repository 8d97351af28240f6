/** The browser, as far as the steps to its notification settings differ. */

export const BROWSER_NAMES = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari', samsung: 'Samsung Internet' } as const
export type BrowserName = keyof typeof BROWSER_NAMES | 'other'
/** `app`: installed on a phone or tablet, where the system has the settings. */
export type BrowserForm = 'desktop' | 'phone' | 'app'

export type BrowserDescription = {
  readonly name: BrowserName
  readonly form: BrowserForm
  /** iPhone and iPad, where every browser uses Safari's engine. */
  readonly isIos: boolean
}

export type BrowserFacts = {
  readonly userAgent: string
  readonly maxTouchPoints: number
  /** Started from the Home Screen or as an installed app. */
  readonly isInstalled: boolean
}

/** In this order: the user agents of the earlier ones also contain the later ones' names. */
const SIGNS: readonly (readonly [BrowserName, RegExp])[] = [
  ['samsung', /SamsungBrowser\//],
  ['edge', /Edg(?:A|iOS)?\//],
  ['other', /OPR\/|OPT\/|YaBrowser\/|Vivaldi\/|DuckDuckGo\//],
  ['firefox', /(?:Firefox|FxiOS)\//],
  ['chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['safari', /Version\/\S+ (?:Mobile\/\S+ )?Safari\//],
]

export function describeBrowser({ userAgent, maxTouchPoints, isInstalled }: BrowserFacts): BrowserDescription {
  // An iPad's user agent is a Mac's, and no Mac has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isPhone = isIos || /Android/.test(userAgent)
  return {
    name: SIGNS.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'other',
    form: !isPhone ? 'desktop' : isInstalled ? 'app' : 'phone',
    isIos,
  }
}

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches || (navigator as { readonly standalone?: boolean }).standalone === true

export const thisBrowser = (): BrowserDescription =>
  describeBrowser({ userAgent: navigator.userAgent, maxTouchPoints: navigator.maxTouchPoints, isInstalled: isInstalled() })
