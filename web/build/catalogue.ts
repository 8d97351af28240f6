/**
 * Vite plugin: in the build of another language every import of an `en-x.ts` gets the `de-x.ts` beside it, and `<html lang>` names the
 * language. So no page contains two languages, and no component chooses one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Language } from '../../proto/languages.ts'

const sources = fileURLToPath(new URL('../src/', import.meta.url))
const ENGLISH = /^(\.{1,2}\/(?:[^?]*\/)?)en-([\w-]+\.ts)$/

/** The files of a language's texts, wherever they are: beside the feature that shows them, or shared ones in core/texts. */
export const textsFiles = (language: Language): readonly string[] =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => new RegExp(`(^|[\\/])${language}-[\\w-]+\\.ts$`).test(file))
    .map((file) => sources + file)

/** The texts in the pages' markup; read again for each build, because they may change while a build is watched. */
async function readPageTexts(language: Language): Promise<Readonly<Record<string, string>>> {
  const file = `${sources}core/texts/${language}-page.ts`
  return (await import(`${pathToFileURL(file).href}?at=${Date.now()}`)).pageTexts
}

/** @throws (from the build) naming a file whose texts are not translated yet */
export function catalogue(language: Language): Plugin {
  return {
    name: 'catalogue',
    enforce: 'pre',
    resolveId(source, importer) {
      const [, folder, name] = (language !== 'en' && ENGLISH.exec(source)) || []
      if (folder === undefined || !importer?.startsWith(sources)) return null
      const file = resolve(dirname(importer), folder, `${language}-${name}`)
      readFileSync(file)
      return file
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const pageTexts = await readPageTexts(language)
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
