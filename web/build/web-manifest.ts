/** Vite plugin: the web app manifest of this build's language, and its link in the page of the same language. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Language } from '../../proto/languages.ts'

type Texts = typeof import('../src/core/texts/en-manifest.ts')['manifestTexts']
type Form = 'narrow' | 'wide'

/** Read again for each build, because the texts may change while a build is watched. */
async function readTexts(language: Language): Promise<Texts> {
  const file = fileURLToPath(new URL(`../src/core/texts/${language}-manifest.ts`, import.meta.url))
  return (await import(`${pathToFileURL(file).href}?at=${Date.now()}`)).manifestTexts
}

const icon = (name: string, side: number, purpose: 'any' | 'maskable' = 'any') => ({
  ...{ src: `/icons/${name}-${side}.png`, sizes: `${side}x${side}` },
  ...{ type: 'image/png', purpose },
})

const SIZES: Readonly<Record<Form, string>> = { narrow: '780x1688', wide: '1440x900' }

/** Taken by `npm run shots -- --install`. */
const screenshot = (language: Language, name: string, label: string) => (form: Form) => ({
  ...{ src: `/screenshots/${name}-${form}-${language}.webp`, sizes: SIZES[form] },
  ...{ type: 'image/webp', form_factor: form, label },
})

const shortcut = (name: string, url: string, image: string) => ({ name, url, icons: [icon(`shortcut-${image}`, 192)] })

/** One id and one scope: with another language it is the same installed app. */
const manifestIn = (language: Language, texts: Texts) => ({
  ...{ id: '/', scope: '/', start_url: '/doorbell', display: 'standalone' },
  ...{ name: texts.name, short_name: texts.shortName, description: texts.description, lang: language },
  ...{ background_color: '#F5F6F4', theme_color: '#F5F6F4' },
  icons: [
    { src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...[icon('mark', 192), icon('mark', 512), icon('mark-maskable', 192, 'maskable'), icon('mark-maskable', 512, 'maskable')],
  ],
  shortcuts: [
    shortcut(texts.visitors, '/visitors-page', 'visitors'),
    shortcut(texts.notifications, '/notifications', 'notifications'),
    shortcut(texts.settings, '/settings?tab=doorbell', 'settings'),
  ],
  screenshots: (['narrow', 'wide'] as const).flatMap((form) => [
    screenshot(language, 'ring', texts.ring)(form),
    screenshot(language, 'dashboard', texts.dashboard)(form),
  ]),
})

const FILE = 'manifest.webmanifest'

/** @param folder of this language's pages in the built web */
export function webManifest(language: Language, folder: `/${string}` | '/'): Plugin {
  return {
    name: 'web-manifest',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    async generateBundle() {
      const source = JSON.stringify(manifestIn(language, await readTexts(language)))
      this.emitFile({ type: 'asset', fileName: FILE, source })
    },
    transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `${folder}${FILE}` }, injectTo: 'head' }],
  }
}
