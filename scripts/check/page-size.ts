/** The visitor's page on a slow phone: the transferred bytes of each step. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { compressText } from '#kit/compress.ts'
import { LANGUAGES } from '#proto/languages.ts'
import type { LegalLinks } from '#proto/legal-links.ts'
import type { PageState, VisitorBundle } from '#proto/visitor-page.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareWeb } from '#scripts/start/prepare.ts'
import type { Result } from './rule.ts'
import type { Finding } from './source.ts'

const DIST = join(ROOT, 'web', 'dist')
/** The largest numbers of bytes (docs/performance.md). */
const FORM_BYTES = 14_000
const SCRIPT_BYTES = 77_000
const CALL_BYTES = 46_000

/** A door as a visitor first sees it. */
const FORM: PageState = {
  page: 'door',
  now: '2026-01-01T10:00:00Z',
  key: '00000000-0000-4000-8000-000000000000',
  failure: null,
  visit: null,
  hasOlderMessages: false,
  isWriting: false,
  door: { qrCodeId: 'K7M2P9XRK7M2P9XRK7M2', label: '14 Maple Lane', building: null, keptDays: 90 },
  values: {},
  isKnown: true,
  hasStoredData: false,
}

/** An operator sets all of them; without them the page is smaller. */
const LEGAL: LegalLinks = {
  imprint: 'https://bell.example.org/imprint',
  privacy: 'https://bell.example.org/privacy',
  terms: 'https://bell.example.org/terms',
}

/** A file as an image's gateway sends it: compressed at the best level, unless it is small. */
function weigh(name: string): number {
  const file = join(DIST, name)
  return existsSync(`${file}.br`) ? brotliCompressSync(readFileSync(file)).length : statSync(file).size
}
const total = (names: readonly string[]) => names.reduce((sum, name) => sum + weigh(name), 0)

/** Files that scripts import later, by Vite's own lists in them (`m.f=["assets/…"]`), without those already there. */
function importedLater(scripts: readonly string[], known: readonly string[]): string[] {
  const lists = scripts
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...readFileSync(join(DIST, name), 'utf8').matchAll(/m\.f=(\[[^\]]*\])/g)])
    .map((match) => JSON.parse(match[1] ?? '[]') as string[])
  return [...new Set(lists.flat())].filter((name) => !known.includes(name))
}

function over(file: string, bytes: number, most: number, advice: string): Finding[] {
  return bytes <= most ? [] : [{ file, message: `${bytes} bytes with brotli, at most ${most}. ${advice}` }]
}

/** One language's page: the response with its styles inline; the scripts in it; the files that are loaded while it rings. */
async function weighPage(file: string): Promise<Result> {
  const { renderVisitor } = (await import(pathToFileURL(file).href)) as VisitorBundle
  const html = renderVisitor(FORM, LEGAL)
  const form = compressText(html, 'br').length
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
  const live = importedLater(named, named)
  const call = importedLater(live, [...named, ...live])
  const page = relative(ROOT, file)
  return {
    findings: [
      ...over(page, form, FORM_BYTES, 'The form must work before any script: move styles out of the page, inline less.'),
      ...over(
        page,
        total(named),
        SCRIPT_BYTES,
        `Named by the page: ${named.map((name) => basename(name)).join(', ')}. Import it in live.ts.`,
      ),
      ...over(
        page,
        total(call),
        CALL_BYTES,
        `Fetched while ringing: ${call.map((name) => basename(name)).join(', ')}. Import less into the call.`,
      ),
    ],
    note: [
      `form ${form} B of ${FORM_BYTES}`,
      `scripts ${total(named)} B of ${SCRIPT_BYTES}`,
      `then ${total(live)} B when idle`,
      `call code ${total(call)} B of ${CALL_BYTES}`,
    ].join(', '),
  }
}

/** Measures web/dist, building it first if it is missing. */
export async function pageSize(): Promise<Result> {
  await prepareWeb(ROOT)
  const files = LANGUAGES.map((language) => join(DIST, 'server', language === LANGUAGES[0] ? '' : language, 'visitor.js'))
  const weighed = await Promise.all(files.map(weighPage))
  return { findings: weighed.flatMap(({ findings }) => findings), note: weighed[0]?.note }
}
