/**
 * Finds names that two files of one service, of web or of proto export. A search or an editor's import offers both, and readers
 * confuse them.
 */
import { LANGUAGES } from '#proto/languages.ts'
import type { Finding, Source } from './source.ts'

const SCOPE = /^(?:services\/[^/]+\/src|web\/src|proto)\//
const OTHER = /\.test\.tsx?$|\/testing\/|\/generated\/|\.d\.ts$/
const DECLARED = /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm
const LISTED = /^export (?:type )?\{([^}]*)\}(?! from)/gm

const isLanguageFile = new RegExp(`/(?:${LANGUAGES.join('|')})(?:-[\\w-]+)?\\.ts$`)
/** The same text in another language, of the same folder and name. */
const withoutLanguage = (file: string) => (isLanguageFile.test(file) ? file.replace(/[^/]+$/, (name) => name.replace(/^[a-z]+/, '')) : file)

/** The names that a file declares and exports; names that `index.ts` re-exports belong to its folder's files. */
export function exportedNames({ code }: Pick<Source, 'code'>): ReadonlySet<string> {
  const listed = [...code.matchAll(LISTED)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/ as /).at(-1)))
  const declared = [...code.matchAll(DECLARED)].map(([, name]) => name)
  return new Set([...declared, ...listed].flatMap((name) => (name ? [name.replace(/^type /, '')] : [])))
}

export function uniqueNames(sources: readonly Source[]): Finding[] {
  const exporters = new Map<string, string[]>()
  for (const source of sources) {
    const scope = SCOPE.exec(source.file)?.[0]
    if (!scope || OTHER.test(source.file)) continue
    for (const name of exportedNames(source)) exporters.set(`${scope} ${name}`, [...(exporters.get(`${scope} ${name}`) ?? []), source.file])
  }
  return [...exporters]
    .filter(([, files]) => new Set(files.map(withoutLanguage)).size > 1)
    .flatMap(([key, [first, ...others]]) =>
      others.map((file) => ({
        file,
        message: `exports ${key.split(' ')[1]}, as ${first} does: name each after what it is, or import one`,
      })),
    )
}
