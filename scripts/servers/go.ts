/** Finds Go, for programs that come as Go modules: on PATH, else Debian's package. A newer toolchain is fetched if a module needs one. */
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasApt, unpackDebian } from './debian-packages.ts'
import { StartError } from './server.ts'
import { isAtLeast, type Version, versionOf } from './versions.ts'

const run = promisify(execFile)

/** An older Go fetches a toolchain as it fetches any module (https://go.dev/doc/toolchain#download). */
const TOOLCHAIN = '1.25.5'
const DOWNLOAD_MS = 900_000
const ANY: Version = [1, 0]

export type Go = { readonly command: string; readonly env: NodeJS.ProcessEnv }

type Wish = { /** The requirement in the module's go.mod. */ readonly least?: Version; readonly env?: NodeJS.ProcessEnv }

/** @throws StartError with what to install, or where the package or the toolchain cannot be fetched */
export async function findGo(say: (line: string) => void, { least = ANY, env: given = process.env }: Wish = {}): Promise<Go> {
  // No implicit toolchain downloads, and no build flags of the machine.
  const env = { ...given, GOTOOLCHAIN: 'local', GOFLAGS: '', GOWORK: 'off', CGO_ENABLED: '0' }
  let go: Go = { command: 'go', env }
  let version = await versionOf(go.command, go.env, 'version')
  if (!version && (await hasApt())) {
    const { folder } = await unpackDebian('golang-go', say)
    const found = readdirSync(join(folder, 'usr', 'lib')).find((name) => /^go-\d/.test(name))
    const root = join(folder, 'usr', 'lib', found ?? 'go')
    go = { command: join(root, 'bin', 'go'), env: { ...env, GOROOT: root } }
    version = await versionOf(go.command, go.env, 'version')
  }
  if (!version) throw new StartError(`Go ${least.join('.')} or newer is needed: please install it (https://go.dev/dl).`)
  return isAtLeast(version, least) ? go : newerGo(go, say)
}

/** Module archives have no file modes, so executables are marked. */
async function newerGo({ command, env }: Go, say: (line: string) => void): Promise<Go> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  say(`fetching Go ${TOOLCHAIN}`)
  const module = `golang.org/toolchain@v0.0.1-go${TOOLCHAIN}.${process.platform}-${arch}`
  const { stdout } = await run(command, ['mod', 'download', '-json', module], { env, timeout: DOWNLOAD_MS })
  const root = (JSON.parse(stdout) as { Dir: string }).Dir
  const tools = join(root, 'pkg', 'tool', `${process.platform}_${arch}`)
  for (const folder of [join(root, 'bin'), tools]) {
    chmodSync(folder, 0o755)
    for (const name of existsSync(folder) ? readdirSync(folder) : []) chmodSync(join(folder, name), 0o755)
  }
  return { command: join(root, 'bin', 'go'), env: { ...env, GOROOT: root } }
}
