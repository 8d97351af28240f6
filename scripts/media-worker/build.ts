/**
 * Builds the worker from the installed npm package with the system's libraries and no download: for machines that cannot reach the release
 * page.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MEDIASOUP } from './paths.ts'
import { joinSources } from './unity.ts'
import type { Toolchain } from './unpacked-toolchain.ts'

export type BuildProgress = (done: number, all: number) => void

/**
 * @param work folder to build in; kept when the build is interrupted, so that the next one continues it
 * @returns the binary's path
 * @throws with the end of the compiler's output
 */
export async function buildWorker(work: string, toolchain: Toolchain, progress: BuildProgress): Promise<string> {
  const tree = join(work, 'worker')
  if (!existsSync(join(tree, 'build', 'build.ninja'))) {
    rmSync(tree, { recursive: true, force: true })
    cpSync(join(MEDIASOUP, 'worker'), tree, { recursive: true })
    applyOverlay(tree)
    joinSources(tree)
    await run(toolchain, tree, ['meson', 'setup', 'build', '--wrap-mode=nodownload', '--buildtype', 'release', '-Db_ndebug=true'])
  }
  // libwebrtc uses the generated headers without declaring the dependency, so they are built first.
  await run(toolchain, tree, ['ninja', '-C', 'build', 'fbs/FBS/worker.h'])
  await run(toolchain, tree, ['ninja', '-C', 'build', 'mediasoup-worker'], progress)
  const built = join(tree, 'build', 'mediasoup-worker')
  // Debug symbols are half of the size and not needed.
  spawnSync('strip', [built], { stdio: 'ignore' })
  return built
}

/** meson uses an existing subprojects/<directory of the wrap> instead of downloading it; ours refer to the system's libraries. */
export function applyOverlay(tree: string): void {
  const ours = join(import.meta.dirname, 'overlay')
  for (const name of readdirSync(ours)) {
    const wrap = join(tree, 'subprojects', `${name}.wrap`)
    if (!existsSync(wrap)) continue
    const folder = readFileSync(wrap, 'utf8').match(/^directory *= *(.+?)\r?$/m)?.[1]
    if (!folder) throw new Error(`${wrap} names no directory`)
    rmSync(join(tree, 'subprojects', folder), { recursive: true, force: true })
    cpSync(join(ours, name), join(tree, 'subprojects', folder), { recursive: true })
  }
  const file = join(tree, 'meson.build')
  // Debian 12 has meson 1.0.1; no newer feature is used.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/meson_version: *'>= 1\.1\.0'/, "meson_version: '>= 1.0.0'"))
}

function run(toolchain: Toolchain, cwd: string, command: readonly string[], progress?: BuildProgress): Promise<void> {
  const [program = '', ...args] = toolchain.wrap(command, cwd)
  const child = spawn(program, args, { cwd, env: toolchain.env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      const step = line.match(/^\[(\d+)\/(\d+)\]/)
      if (step) progress?.(Number(step[1]), Number(step[2]))
      said.push(line)
      if (said.length > 15) said.shift()
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command[0]} failed:\n${said.join('\n')}`))))
  })
}
