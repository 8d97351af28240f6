/**
 * The official prebuilt worker, named by the rules of mediasoup's own installer (npm-scripts.mjs of the package) and checked against a
 * pinned checksum.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { type MediasoupPackage, mediasoupPackage } from './paths.ts'

const ANSWER_MS = 8_000
const WHOLE_MS = 120_000
/** The archives have about 4 MB. */
const LARGEST_BYTES = 64 << 20

export type Prebuilt = {
  readonly url: string
  readonly archive: string /** Hexadecimal; undefined if unknown. */
  readonly sha256: string | undefined
}

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

/** This machine's archive with its checksum from the operator or this tree. */
export function prebuiltWorker(env: NodeJS.ProcessEnv = process.env, checksums: string = CHECKSUMS): Prebuilt {
  const packageJson = mediasoupPackage()
  const archive = archiveName(packageJson.version, process.platform, process.arch, release().split('.')[0] ?? '')
  const pinned = JSON.parse(readFileSync(checksums, 'utf8')) as Record<string, string>
  return {
    url: `${releaseUrl(packageJson, env)}/${archive}`,
    archive,
    sha256: env.MEDIASOUP_WORKER_SHA256?.toLowerCase() || pinned[archive],
  }
}

/**
 * Downloads, verifies and unpacks the official worker into a folder. Without a known checksum nothing is downloaded.
 * @returns why it is not available, or undefined on success
 */
export async function downloadWorker(folder: string, { url, archive, sha256 }: Prebuilt = prebuiltWorker()): Promise<string | undefined> {
  if (!sha256) return `no checksum is pinned for ${archive}; MEDIASOUP_WORKER_SHA256 names one`
  if (!url.startsWith('https:')) return 'MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL is not https'
  try {
    const bytes = await fetchArchive(url)
    const found = sha256Of(bytes)
    if (found !== sha256) return `${archive} has the SHA-256 ${found}, not the pinned ${sha256}`
    await unpack(bytes, folder)
    return undefined
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    return cause?.message ?? message
  }
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** @throws Error when it does not answer in time, answers with an error or is too large */
export async function fetchArchive(url: string): Promise<Buffer> {
  const answer = new AbortController()
  const limit = setTimeout(() => answer.abort(new Error('no answer in time')), ANSWER_MS)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([answer.signal, AbortSignal.timeout(WHOLE_MS)]) })
    clearTimeout(limit)
    if (!response.ok || !response.body) throw new Error(`${response.status} ${response.statusText}`)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body) {
      length += chunk.length
      if (length > LARGEST_BYTES) throw new Error('the archive is too large')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(limit)
  }
}

async function unpack(archive: Buffer, folder: string): Promise<void> {
  const tar = spawn('tar', ['-xzf', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar says ${code}`))))
  })
  tar.stdin.on('error', () => undefined).end(archive)
  await ended
}
