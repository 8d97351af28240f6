/** THIRD-PARTY-NOTICES of an image: each package in it with version, licence and the texts that the licence requires. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Fields of a package's package.json. */
type Manifest = {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  readonly licenses?: readonly { readonly type: string }[]
  readonly dependencies?: Readonly<Record<string, string>>
}
/** `license` is an SPDX expression, or undefined where the package names none. */
export type Package = { readonly name: string; readonly version: string; readonly license?: string; readonly texts: readonly string[] }

/** Files that a licence asks to be passed on with the package. */
const PASSED_ON = /^(?:licen[cs]e|unlicense|copying|copyright|notice|third.?party)(?!.*\.(?:[cm]?[jt]sx?|json|html?|map)$)/i
const SOURCES = ['web/src', 'proto']

const manifestOf = (root: string, folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

function licenseOf({ license, licenses }: Manifest): string | undefined {
  if (licenses) return licenses.map(({ type }) => type).join(' OR ')
  return typeof license === 'object' ? license.type : license
}

/** @param folder of the package, from the root: `node_modules/zod` */
export function readPackage(root: string, folder: string): Package {
  const manifest = manifestOf(root, folder)
  const files = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile() && PASSED_ON.test(entry.name))
  const texts = files.map(({ name }) => readFileSync(join(root, folder, name), 'utf8').trim()).filter(Boolean)
  const license = licenseOf(manifest)
  return { name: manifest.name, version: manifest.version, ...(license === undefined ? {} : { license }), texts }
}

/** @returns the folder of a package as Node finds it from another one; undefined for an optional one that is not installed */
function resolveFrom(root: string, folder: string, name: string): string | undefined {
  for (let from = folder; ; from = dirname(from)) {
    const candidate = join(from, 'node_modules', name)
    if (existsSync(join(root, candidate, 'package.json'))) return candidate
    if (from === '.') return undefined
  }
}

/** @returns the folders of the named packages and of all their dependencies */
export function withDependencies(root: string, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (from: string, name: string) => {
    const folder = resolveFrom(root, from, name)
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    for (const dependency of Object.keys(manifestOf(root, folder).dependencies ?? {})) add(folder, dependency)
  }
  for (const name of names) add('.', name)
  return found
}

/** @returns the names of the product's dependencies that sources of the web import, in modules and style sheets: the build joins them */
export function bundledInWeb(root: string): string[] {
  const folders = SOURCES.map((name) => join(root, name))
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  const sources = files.filter((file) => /\.(?:tsx?|css)$/.test(file) && !/\.test\./.test(file)).map((file) => readFileSync(file, 'utf8'))
  const isImported = (name: string) => sources.some((source) => new RegExp(`['"]${name}['"/]`).test(source))
  return Object.keys(manifestOf(root, '.').dependencies ?? {}).filter(isImported)
}

const byName = (one: Package, other: Package) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en')
const LINE = '-'.repeat(80)

/** @returns the text of THIRD-PARTY-NOTICES, with each package and version once */
export function noticesOf(packages: readonly Package[]): string {
  const once = [...new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry])).values()].sort(byName)
  const titleOf = ({ name, version, license }: Package) => `${name} ${version} (${license ?? 'no licence named'})`
  const sections = once.map((entry) => {
    const texts =
      entry.texts.length > 0 ? entry.texts : ['The package has no licence text of its own; its package.json names the licence above.']
    return [LINE, titleOf(entry), LINE, '', texts.join('\n\n'), ''].join('\n')
  })
  const head = 'This image contains the packages below, each under its own licence. Their list with checksums is sbom.cdx.json.'
  return [head, '', ...once.map(titleOf), '', ...sections].join('\n')
}
