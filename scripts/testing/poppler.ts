/** Reads PDFs as a printer would: poppler's tools, on PATH or Debian's package unpacked into the cache. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasApt, unpackDebian } from '#scripts/servers/debian-packages.ts'
import { StartError } from '#scripts/servers/server.ts'

const run = promisify(execFile)
const TOOLS = ['pdfinfo', 'pdftotext', 'pdftoppm']

type Poppler = { readonly folder: string; readonly env: NodeJS.ProcessEnv }

/** @throws StartError with what to install */
export async function findPoppler(say: (line: string) => void = () => undefined): Promise<Poppler> {
  const onPath = (process.env.PATH ?? '').split(':').find((folder) => TOOLS.every((tool) => existsSync(join(folder, tool))))
  if (onPath) return { folder: onPath, env: process.env }
  if (await hasApt()) {
    const { folder, libraries } = await unpackDebian('poppler-utils', say)
    return { folder: join(folder, 'usr', 'bin'), env: { ...process.env, LD_LIBRARY_PATH: libraries } }
  }
  throw new StartError(
    'poppler is needed to read what was printed: please install it (apt-get install poppler-utils, brew install poppler).',
  )
}

export type Printed = {
  readonly pages: number
  /** Millimetres of the first page. */
  readonly width: number
  readonly height: number
  readonly text: string
  /** The first page as a PNG of 300 dots per inch. */
  readonly picture: Buffer
}

const POINTS = 72
const INCH = 25.4

/** @param pdf as the browser printed it */
export async function readPdf(pdf: Buffer): Promise<Printed> {
  const { folder, env } = await findPoppler()
  const dir = await mkdtemp(join(tmpdir(), 'doorbell-print-'))
  const file = join(dir, 'print.pdf')
  const tool = async (name: string, ...args: string[]) => (await run(join(folder, name), args, { env })).stdout
  try {
    await writeFile(file, pdf)
    const facts = await tool('pdfinfo', file)
    const size = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(facts)
    await tool('pdftoppm', '-png', '-r', '300', '-singlefile', file, join(dir, 'page'))
    return {
      pages: Number(/Pages:\s+(\d+)/.exec(facts)?.[1]),
      width: (Number(size?.[1]) / POINTS) * INCH,
      height: (Number(size?.[2]) / POINTS) * INCH,
      text: await tool('pdftotext', '-layout', file, '-'),
      picture: await readFile(join(dir, 'page.png')),
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
