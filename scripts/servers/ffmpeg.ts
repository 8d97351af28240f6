/**
 * ffmpeg and ffprobe, with which calls are recorded (record 0054): on PATH, else Debian's package unpacked into the cache, else
 * Homebrew. Services get one path for each program, even if it needs libraries that the system lacks.
 */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './cache.ts'
import { hasApt, type Unpacked, unpackDebian } from './debian-packages.ts'

const run = promisify(execFile)
const TOOLS = ['ffmpeg', 'ffprobe'] as const
type Tool = (typeof TOOLS)[number]

/** The paths of both programs, which may not be fetched yet. */
export type Ffmpeg = Readonly<Record<Tool, string>>

const PATH_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
const inFolder = (folder: string): Ffmpeg => ({ ffmpeg: join(folder, 'ffmpeg'), ffprobe: join(folder, 'ffprobe') })
const hasBoth = (folder: string) => TOOLS.every((tool) => existsSync(join(folder, tool)))

/** The paths in `FFMPEG_BIN` and `FFPROBE_BIN`, on PATH, or where `prepareFfmpeg` puts the programs, which may not exist yet. */
export function ffmpegPaths(env: NodeJS.ProcessEnv = process.env): Ffmpeg {
  const folder = [...(env.PATH ?? '').split(':'), ...PATH_FOLDERS].find((candidate) => candidate !== '' && hasBoth(candidate))
  const found = inFolder(folder ?? join(cacheFolder(env), 'ffmpeg'))
  return { ffmpeg: env.FFMPEG_BIN || found.ffmpeg, ffprobe: env.FFPROBE_BIN || found.ffprobe }
}

/** The path of the program itself. In the cache it is beside its libraries, and `ffmpeg` is a script that starts it. */
export function ffmpegProgram({ ffmpeg }: Ffmpeg): string {
  const folder = dirname(ffmpeg)
  return folder === join(cacheFolder(), 'ffmpeg') ? join(folder, 'lib', 'ffmpeg') : ffmpeg
}

/** Fetches both if they are missing. @returns their paths, or undefined if they are not available */
export async function prepareFfmpeg(say: (line: string) => void): Promise<Ffmpeg | undefined> {
  const paths = ffmpegPaths()
  if (await answers(paths)) return paths
  if (process.env.FFMPEG_BIN) return undefined
  if (process.platform === 'darwin') {
    say('This installs ffmpeg with Homebrew, to record calls (FFMPEG_BIN and FFPROBE_BIN name ones of your own)')
    await run('brew', ['install', '--quiet', 'ffmpeg'], { timeout: 900_000 }).catch(() => undefined)
  } else if (await hasApt()) await fromDebian(dirname(paths.ffmpeg), say)
  const now = ffmpegPaths()
  return (await answers(now)) ? now : undefined
}

const answers = async (paths: Ffmpeg) =>
  existsSync(ffmpegProgram(paths)) &&
  Promise.all(TOOLS.map((tool) => run(paths[tool], ['-version'], { timeout: 20_000 }))).then(
    () => true,
    () => false,
  )

/**
 * Copies the programs and the libraries that they load into one folder, which can be copied elsewhere: each tool is a script that names the
 * libraries beside it.
 */
async function fromDebian(folder: string, say: (line: string) => void): Promise<void> {
  const unpacked = await unpackDebian('ffmpeg', say).catch((error: Error) => {
    say(`Debian's ffmpeg could not be unpacked: ${error.message.split('\n')[0]}`)
    return undefined
  })
  if (!unpacked) return
  const part = `${folder}.${process.pid}`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(join(part, 'lib'), { recursive: true })
  for (const tool of TOOLS) {
    const program = join(unpacked.folder, 'usr', 'bin', tool)
    for (const library of await librariesOf(program, unpacked)) copyFileSync(library, join(part, 'lib', basename(library)))
    copyFileSync(program, join(part, 'lib', tool))
    writeFileSync(join(part, tool), '#!/bin/sh\nhere=$(dirname "$0")/lib\nLD_LIBRARY_PATH="$here" exec "$here/$(basename "$0")" "$@"\n')
    chmodSync(join(part, tool), 0o755)
  }
  writeFileSync(join(part, COPYRIGHTS), copyrightsOf(unpacked.folder))
  rmSync(folder, { recursive: true, force: true })
  renameSync(part, folder)
  rmSync(unpacked.folder, { recursive: true, force: true })
}

/** Beside the programs: the licences of ffmpeg and of its libraries, which must be distributed with them. */
export const COPYRIGHTS = 'COPYRIGHT'
/** @returns the copyright files of Debian's packages that are unpacked in a folder, each under its package's name */
export function copyrightsOf(folder: string): string {
  const docs = join(folder, 'usr', 'share', 'doc')
  const named = readdirSync(docs)
    .sort()
    .filter((name) => existsSync(join(docs, name, 'copyright')))
  return named.map((name) => `==== ${name} ====\n\n${readFileSync(join(docs, name, 'copyright'), 'utf8').trim()}\n`).join('\n')
}

/** The libraries of the unpacked packages that a program loads, by the names by which it loads them. */
async function librariesOf(program: string, { folder, libraries }: Unpacked): Promise<string[]> {
  const { stdout } = await run('ldd', [program], { env: { ...process.env, LD_LIBRARY_PATH: withSubfolders(libraries) } })
  return [...stdout.matchAll(/=> (\/\S+)/g)].flatMap(([, path]) => (path?.startsWith(folder) ? [path] : []))
}

/** Some of Debian's libraries are in separate folders, which `update-alternatives` or a run path would name (blas, pulseaudio). */
const withSubfolders = (libraries: string) =>
  libraries
    .split(':')
    .flatMap((folder) => [
      folder,
      ...readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && readdirSync(join(folder, entry.name)).some((name) => /^lib.*\.so/.test(name)))
        .map((entry) => join(folder, entry.name)),
    ])
    .join(':')

/** Copies what `prepareFfmpeg` has made out of root's own cache folder: others may run it, and only root may change it. */
export function copyFfmpeg(from: string, to: string): void {
  const program = join('lib', 'ffmpeg')
  const stampOf = (folder: string) => statSync(join(folder, program), { throwIfNoEntry: false })?.mtimeMs
  if (stampOf(from) === undefined || stampOf(from) === stampOf(to)) return
  chmodSync(dirname(to), 0o711)
  rmSync(`${to}.new`, { recursive: true, force: true })
  cpSync(from, `${to}.new`, { recursive: true, preserveTimestamps: true })
  rmSync(to, { recursive: true, force: true })
  renameSync(`${to}.new`, to)
}
