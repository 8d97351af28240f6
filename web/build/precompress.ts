/** Writes `.br` and `.gz` beside every text file of the build, once: the gateway only picks one. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/
/** Compressing smaller files does not save a packet. */
const LEAST_BYTES = 800
/** The best level saves another 7 % and takes five times as long: container images use it, `npm start` does not, because a person waits. */
const BROTLI_QUALITY = { best: 11, fast: 9 } as const
export type Compression = keyof typeof BROTLI_QUALITY

/** Whether a file is compressed already, because the languages' builds share files. */
async function isDone(path: string): Promise<boolean> {
  const [made, packed] = await Promise.all([stat(path), stat(`${path}.br`).catch(() => undefined)])
  return packed !== undefined && packed.mtimeMs >= made.mtimeMs
}

async function compressFile(path: string, compression: Compression): Promise<void> {
  if (await isDone(path)) return
  const bytes = await readFile(path)
  if (bytes.length < LEAST_BYTES) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[compression], [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** @returns the plugin; the server's bundles are left out, because no browser gets them. */
export function precompress(compression: Compression): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    configResolved(config) {
      outDir = config.build.outDir
    },
    async writeBundle() {
      const files = await readdir(outDir, { recursive: true })
      for (const file of files) if (TEXT.test(file) && !file.startsWith('server')) await compressFile(join(outDir, file), compression)
    },
  }
}
