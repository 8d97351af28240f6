/**
 * Vite plugin: after the browser's build of a language comes the server bundle of the same language, `dist/server/**`, which the gateway
 * loads to render the visitor's pages. It contains the hashed names of the browser's scripts.
 */
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin, type PluginOption, type Rolldown } from 'vite'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** What a page's script element names: the entry, and what it imports statically. */
type Script = { readonly file: string; readonly imports: readonly string[] }
export type VisitorAssets = { readonly hydrated: Script; readonly serverRendered: Script }

const ENTRIES = { hydrated: 'visitor', serverRendered: 'visitor-server-rendered' } as const
const ASSETS = 'virtual:visitor-assets'

function scriptOf(bundle: Rolldown.OutputBundle, name: string): Script {
  const chunk = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry && output.name === name)
  if (chunk?.type !== 'chunk') throw new Error(`the build has no entry "${name}"`)
  const url = (file: string) => `/${file}`
  return { file: url(chunk.fileName), imports: chunk.imports.map(url) }
}

/** The plugin of the server's build: makes the browser's files known to the document. */
const visitorAssets = (assets: VisitorAssets): Plugin => ({
  name: 'visitor-assets',
  resolveId: (id) => (id === ASSETS ? `\0${ASSETS}` : null),
  load: (id) => (id === `\0${ASSETS}` ? `export const assets = ${JSON.stringify(assets)}` : null),
})

/** @param shared what both builds of a language have in common; `plugins` makes new ones for each */
export function visitorServer(shared: Pick<InlineConfig, 'root' | 'resolve'> & { readonly plugins: () => PluginOption[] }): Plugin {
  let assets: VisitorAssets | undefined
  let logLevel: 'info' | 'warn' | 'error' | 'silent' | undefined
  return {
    name: 'visitor-server',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    configResolved(config) {
      logLevel = config.logLevel
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        assets = { hydrated: scriptOf(bundle, ENTRIES.hydrated), serverRendered: scriptOf(bundle, ENTRIES.serverRendered) }
      },
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!assets) return
        await build({
          ...shared,
          configFile: false,
          logLevel,
          plugins: [...shared.plugins(), visitorAssets(assets)],
          // Self-contained, because an image contains the built web but not the packages it was built with.
          ssr: { noExternal: true },
          define: { 'process.env.NODE_ENV': '"production"' },
          build: {
            ssr: here('src/visitor/server.tsx'),
            outDir: here('dist/server'),
            emptyOutDir: false,
            copyPublicDir: false,
            minify: true,
            cssMinify: true,
            assetsInlineLimit: 0,
            rolldownOptions: { output: { entryFileNames: 'visitor.js' } },
          },
        })
      },
    },
  }
}
