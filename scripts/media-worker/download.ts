/** The official prebuilt worker, by the rules of mediasoup's own installer (npm-scripts.mjs of the package). */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ROOT } from '../bootstrap/launch.mjs'

const ANSWER_MS = 8_000
const WHOLE_MS = 120_000

/** mediasoup's name for this machine's archive, and where its release page keeps it. */
export function prebuiltUrl(packageJson: { version: string; repository: { url: string } }, env: NodeJS.ProcessEnv): string {
  const page = packageJson.repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  const base = env.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL || `${page}/releases/download`
  const kernel = process.platform === 'linux' ? `-kernel${release().split('.')[0]}` : ''
  return `${base}/${packageJson.version}/mediasoup-worker-${packageJson.version}-${process.platform}-${process.arch}${kernel}.tgz`
}

/**
 * Fetches and unpacks the official worker into a folder.
 * @returns why it could not be had, or undefined when it is there
 */
export async function downloadWorker(folder: string): Promise<string | undefined> {
  const url = prebuiltUrl(JSON.parse(readFileSync(join(ROOT, 'node_modules', 'mediasoup', 'package.json'), 'utf8')), process.env)
  const answer = new AbortController()
  const limit = setTimeout(() => answer.abort(new Error('no answer in time')), ANSWER_MS)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([answer.signal, AbortSignal.timeout(WHOLE_MS)]) })
    clearTimeout(limit)
    if (!response.ok || !response.body) return `${response.status} ${response.statusText}`
    await unpack(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), folder)
    return undefined
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    return cause?.message ?? message
  } finally {
    clearTimeout(limit)
  }
}

async function unpack(archive: Readable, folder: string): Promise<void> {
  const tar = spawn('tar', ['-xzf', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar says ${code}`))))
  })
  await Promise.all([pipeline(archive, tar.stdin), ended])
}
