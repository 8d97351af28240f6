/** The visitor's page on a slow phone: brotli bytes until the form works, and bytes fetched while ringing. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { LANGUAGES } from '#proto/languages.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareWeb } from '#scripts/start/prepare.ts'
import type { Result } from './rule.ts'
import type { Finding } from './source.ts'

const DIST = join(ROOT, 'web', 'dist')
/** docs/performance.md: bytes to a usable form, and the call code that is fetched while ringing. */
const FORM_BYTES = 14_000
const CALL_BYTES = 45_000

const weigh = (file: string) =>
  brotliCompressSync(readFileSync(file), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: statSync(file).size },
  }).length

/** Files the browser must have before the prerendered form can be seen and sent: the page and its blocking styles; scripts come after. */
function formFiles(html: string): string[] {
  const blocking = [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)].map((match) => match[1] ?? '')
  return blocking.filter((href) => href.startsWith('/')).map((href) => join(DIST, href.slice(1)))
}

function over(file: string, bytes: number, most: number, advice: string): Finding[] {
  return bytes <= most ? [] : [{ file, message: `${bytes} bytes with brotli, at most ${most}. ${advice}` }]
}

/** Files that the visitor's script fetches later, by Vite's own list in it (`m.f=["assets/…"]`), without those of the page. */
function laterFiles(html: string): string[] {
  const named = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]))
  const scripts = [...named].filter((name) => name?.endsWith('.js')).map((name) => readFileSync(join(DIST, name ?? ''), 'utf8'))
  const lists = scripts.flatMap((script) =>
    [...script.matchAll(/m\.f=(\[[^\]]*\])/g)].map((match) => JSON.parse(match[1] ?? '[]') as string[]),
  )
  return [...new Set(lists.flat())].filter((name) => !named.has(name)).map((name) => join(DIST, name))
}

/** Measures web/dist, building it first if it is missing. */
export async function pageSize(): Promise<Result> {
  if (!existsSync(join(ROOT, 'web', 'vite.config.ts'))) return { findings: [], note: 'no web to build yet' }
  await prepareWeb(ROOT)
  const weighed = LANGUAGES.map((language) => weighPage(language === 'en' ? DIST : join(DIST, language)))
  return { findings: weighed.flatMap(({ findings }) => findings), note: weighed[0]?.note }
}

/** One language's page. */
function weighPage(folder: string): Result {
  const page = join(folder, 'visitor.html')
  const named = relative(ROOT, folder)
  if (!existsSync(page)) return { findings: [{ file: named, message: 'the build made no visitor.html' }] }
  const html = readFileSync(page, 'utf8')
  const form = [page, ...formFiles(html)].reduce((sum, file) => sum + weigh(file), 0)
  const later = laterFiles(html)
  const call = later.reduce((sum, file) => sum + weigh(file), 0)
  return {
    findings: [
      ...over(named, form, FORM_BYTES, 'The form must work before any script: move styles out of the page, inline less.'),
      ...over(
        named,
        call,
        CALL_BYTES,
        `Fetched while ringing: ${later.map((file) => basename(file)).join(', ')}. Import less into the call.`,
      ),
    ],
    note: `form ${form} B of ${FORM_BYTES}, call code ${call} B of ${CALL_BYTES}`,
  }
}
