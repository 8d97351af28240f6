/** One build of the web in one language: the same sources, another catalogue of texts (record 0014). */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig, PluginOption } from 'vite'
import type { Language } from '../../proto/languages.ts'
import { BROWSERS } from './browsers.ts'
import { catalogue } from './catalogue.ts'
import { type Compression, precompress } from './precompress.ts'
import { noteShell, type Shells } from './shells.ts'
import { staticModules } from './static-modules.ts'
import { visitorServer } from './visitor-server.ts'
import { webManifest } from './web-manifest.ts'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** English is the default language: its pages are in the output root, other languages in subfolders. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** Modules of mediasoup-client that no page runs: its handler of React Native, and what its tests use. */
const UNUSED_OF_CALLS = /\/mediasoup-client\/lib\/(?:handlers\/(ReactNative106|FakeHandler)|test\/fakeParameters)\.js/

/** Leaves them out: together they would be a sixth of the code that is fetched while it rings. */
const withoutUnusedOfCalls: PluginOption = {
  name: 'without-unused-of-calls',
  enforce: 'pre',
  load(id) {
    const unused = UNUSED_OF_CALLS.exec(id)
    return unused && (unused[1] ? `exports.${unused[1]} = class {}` : 'exports.unused = true')
  },
}

type WebOptions = {
  readonly compression: Compression
  /** The shells of all languages that are built together. */
  readonly shells: Shells
  /** Plugins of this build alone. */
  readonly beside?: readonly PluginOption[]
}

export function webConfig(language: Language, { compression, shells, beside = [] }: WebOptions): InlineConfig {
  const isDefault = language === DEFAULT_LANGUAGE
  const shared = {
    root: here('.'),
    resolve: { alias: [{ find: /^zod$/, replacement: here('src/core/zod-without-eval.ts') }] },
    plugins: () => [catalogue(language), staticModules(), withoutUnusedOfCalls, react()],
  }
  return {
    ...shared,
    publicDir: isDefault && here('public'),
    plugins: [
      ...shared.plugins(),
      ...[webManifest(language, isDefault ? '/' : `/${language}/`), noteShell(language, shells), visitorServer(shared)],
      ...beside,
      precompress(compression),
    ],
    build: {
      outDir: here('dist'),
      emptyOutDir: isDefault,
      assetsDir: 'assets',
      // The pages' content security policy allows no data: sources.
      assetsInlineLimit: 0,
      target: BROWSERS,
      // No polyfill: all supported browsers have modulepreload, and the visitor's page must not contain inline scripts.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1500,
      reportCompressedSize: false,
      rolldownOptions: {
        // Reads only the imported icons of a package with thousands of them, which saves a quarter of all modules.
        experimental: { lazyBarrel: true },
        // Removes mediasoup-client's calls of logger.debug, which are a third of its lines.
        treeshake: { manualPureFunctions: ['logger.debug'] },
        input: {
          resident: here('index.html'),
          visitor: here('src/visitor/main.tsx'),
          'visitor-server-rendered': here('src/visitor/server-rendered.ts'),
        },
      },
    },
  }
}
