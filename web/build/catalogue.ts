/**
 * Vite plugin: in the build of another language every import of `texts/en-x.ts` gets `texts/de-x.ts`, and the pages say so in
 * `<html lang>`. So no page carries two languages, and no component asks for one.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Language } from '../../proto/languages.ts'

const texts = fileURLToPath(new URL('../src/core/texts/', import.meta.url))
const ENGLISH = /(^|\/)texts\/en-([\w-]+)\.ts$|^\.\/en-([\w-]+)\.ts$/

/** A language's file of one family. */
export const textsFile = (language: Language, family: string) => `${texts}${language}-${family}.ts`

/** Runs a file of texts; read anew each time, because a watched build outlives its sources. */
export async function readTexts(language: Language, family: string): Promise<Readonly<Record<string, unknown>>> {
  return import(`${pathToFileURL(textsFile(language, family)).href}?at=${Date.now()}`)
}

/** @throws (from the build) naming the file, where a family is not translated yet */
export function catalogue(language: Language): Plugin {
  return {
    name: 'catalogue',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, , named, beside] = (language !== 'en' && ENGLISH.exec(source)) || []
      const family = named ?? (importer?.startsWith(texts) ? beside : undefined)
      if (family === undefined) return null
      const file = textsFile(language, family)
      readFileSync(file)
      return file
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const { pageTexts } = (await readTexts(language, 'page')) as { pageTexts: Readonly<Record<string, string>> }
        return html
          .replace('<html lang="en">', `<html lang="${language}">`)
          .replace(/\[\[(\w+)\]\]/g, (mark, name: string) => pageTexts[name] ?? mark)
      },
    },
    // English is the default language: its pages are in the output root, other languages in subfolders. All share one folder of assets.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (language === 'en') return
        for (const file of Object.values(bundle)) if (!file.fileName.startsWith('assets/')) file.fileName = `${language}/${file.fileName}`
      },
    },
  }
}
