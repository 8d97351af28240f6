/**
 * What the service worker keeps of each language: the scripts, styles and fonts that the resident's app can load, as the builds of the
 * languages name them. One list for all builds of one run, because one worker serves them all.
 */
import type { Plugin, Rolldown } from 'vite'
import type { Language } from '../../proto/languages.ts'

export type Shells = Map<Language, readonly string[]>

const ENTRY = 'resident'

/** The files of a chunk, and of all that it may import, statically or dynamically. */
function filesFrom(bundle: Rolldown.OutputBundle, first: Rolldown.OutputChunk): string[] {
  const files = new Set<string>()
  const waiting = [first.fileName]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') continue
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    waiting.push(...chunk.imports, ...chunk.dynamicImports)
  }
  return [...files]
}

/** Only the Latin font, which the page preloads; the others are loaded when a text needs them. */
const FONT = /assets\/[\w-]+-latin-wght-normal-[\w-]+\.woff2$/

/** Vite plugin: adds the shell of this build's language to `shells`. */
export function noteShell(language: Language, shells: Shells): Plugin {
  return {
    name: 'note-shell',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry && output.name === ENTRY)
        if (entry?.type !== 'chunk') throw new Error(`the build has no entry "${ENTRY}"`)
        const fonts = Object.keys(bundle).filter((name) => FONT.test(name))
        shells.set(
          language,
          [...filesFrom(bundle, entry), ...fonts].sort().map((name) => `/${name}`),
        )
      },
    },
  }
}
