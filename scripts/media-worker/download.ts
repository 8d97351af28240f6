/**
 * The official prebuilt worker, named by the rules of mediasoup's own installer (npm-scripts.mjs of the package) and taken over TLS. Its
 * checksum is the operator's or this tree's where one of them names it, else that of the first download, which is remembered
 * (record 0004).
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../servers/cache.ts'
import { type MediasoupPackage, mediasoupPackage } from './paths.ts'

/** `answer` to the first byte, `pause` between two, `whole` for all of it: if it is slower the worker is built. */
const LIMITS_MS = { answer: 8_000, pause: 15_000, whole: 300_000 }
/** The archives have about 4 MB. */
const LARGEST_BYTES = 64 << 20
/** GitHub redirects to its store. */
const REDIRECTS = 5

export type Prebuilt = {
  readonly url: string
  readonly archive: string
  /** Hexadecimal; undefined if unknown. */
  readonly sha256: string | undefined
  /** The source of the checksum. */
  readonly namedBy?: 'MEDIASOUP_WORKER_SHA256' | 'checksums.json' | 'the first download'
}
type Checksums = Readonly<Record<string, string>>

/** SHA-256 by archive; filled by `pin.ts` on a machine that reaches the release page. */
export const CHECKSUMS = join(import.meta.dirname, 'checksums.json')

/** mediasoup's name for a machine's archive. */
export function archiveName(version: string, platform: string, arch: string, kernel: string): string {
  return `mediasoup-worker-${version}-${platform}-${arch}${platform === 'linux' ? `-kernel${kernel}` : ''}.tgz`
}

/** Where mediasoup's release page keeps its archives. */
export function releaseUrl({ version, repository }: MediasoupPackage, env: NodeJS.ProcessEnv): string {
  const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  return `${env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL || `${page}/releases/download`}/${version}`
}

/** The checksums of archives without a pinned one: an archive of the same name must be the same later. */
const remembered = () => join(cacheFolder(), 'mediasoup-worker', 'checksums.json')

const readChecksums = (file: string): Checksums => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Checksums) : {})

/** This machine's archive with its checksum from the operator, this tree or an earlier download. */
export function prebuiltWorker(env: NodeJS.ProcessEnv = process.env, checksums: string = CHECKSUMS): Prebuilt {
  const packageJson = mediasoupPackage()
  const archive = archiveName(packageJson.version, process.platform, process.arch, release().split('.')[0] ?? '')
  const sources = [
    ['MEDIASOUP_WORKER_SHA256', env.MEDIASOUP_WORKER_SHA256?.toLowerCase()],
    ['checksums.json', readChecksums(checksums)[archive]],
    ['the first download', readChecksums(remembered())[archive]],
  ] as const
  const [namedBy, sha256] = sources.find(([, sum]) => sum) ?? []
  return { url: `${releaseUrl(packageJson, env)}/${archive}`, archive, sha256, ...(namedBy && { namedBy }) }
}

/**
 * Downloads, verifies and unpacks the official worker into a folder.
 * @returns its checksum, or why it is not available
 */
export async function downloadWorker(
  folder: string,
  { url, archive, sha256, namedBy }: Prebuilt = prebuiltWorker(),
  limits = LIMITS_MS,
): Promise<{ readonly sha256: string } | { readonly problem: string }> {
  // `none` forces a build.
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) return { problem: `${namedBy} is ${sha256}` }
  try {
    const bytes = await fetchArchive(url, limits)
    const found = sha256Of(bytes)
    if (sha256 !== undefined && found !== sha256)
      return { problem: `${archive} has the SHA-256 ${found}, not ${sha256}, which ${namedBy} names` }
    await unpack(bytes, folder)
    return { sha256: found }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException }
    return { problem: cause?.message || cause?.code || message }
  }
}

/** Called once the worker has run. */
export function rememberChecksum({ archive }: Prebuilt, sha256: string): void {
  const file = remembered()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...readChecksums(file), [archive]: sha256 }, undefined, 2)}\n`)
  renameSync(`${file}.new`, file)
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** @throws Error when it is too slow, answers with an error, is too large or leaves TLS */
export async function fetchArchive(url: string, limits = LIMITS_MS): Promise<Buffer> {
  const stop = new AbortController()
  const within = (ms: number, problem: string) => setTimeout(() => stop.abort(new Error(problem)), ms)
  const whole = within(limits.whole, `it took more than ${limits.whole / 1_000} s`)
  let pause = within(limits.answer, `no answer within ${limits.answer / 1_000} s`)
  try {
    const response = await follow(url, stop.signal)
    if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body) {
      clearTimeout(pause)
      pause = within(limits.pause, `nothing more came for ${limits.pause / 1_000} s`)
      length += chunk.length
      if (length > LARGEST_BYTES) throw new Error('the archive is too large')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(pause)
    clearTimeout(whole)
  }
}

/** Each redirect over TLS: without it others could choose the next address. */
async function follow(from: string, signal: AbortSignal): Promise<Response> {
  let url = from
  for (let steps = 0; steps <= REDIRECTS; steps += 1) {
    if (!url.startsWith('https:')) throw new Error(`${new URL(url).origin} is not https`)
    const response = await fetch(url, { signal, redirect: 'manual' })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    url = new URL(location, url).href
  }
  throw new Error('it redirects again and again')
}

async function unpack(archive: Buffer, folder: string): Promise<void> {
  const tar = spawn('tar', ['-xzf', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  tar.stderr.on('data', (data) => (complaint ||= String(data).trim()))
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`the archive is damaged (${complaint.split('\n')[0]})`))))
  })
  tar.stdin.on('error', () => undefined).end(archive)
  await ended
}
