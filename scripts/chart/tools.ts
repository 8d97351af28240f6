/**
 * Programs that the chart's tests need and that npm does not provide: searched on PATH and in the folder of `go install`; promtool also in
 * Debian's package, which is unpacked into the cache.
 */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findProgram } from '../servers/find-program.ts'
import { StartError } from '../servers/server.ts'

const INSTALL = {
  helm: 'go install helm.sh/helm/v4/cmd/helm@v4.3.1',
  kubeconform: 'go install github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
} as const
export type Tool = keyof typeof INSTALL
/** Alerts are tested as its version 2.42 does, of Debian 12. */
const PROMTOOL = {
  program: 'promtool',
  least: [2, 42],
  debian: 'prometheus',
  homebrew: 'prometheus',
  image: 'prom/prometheus:v3.13.2',
} as const

async function find(tool: Tool, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of [...(env.PATH ?? '').split(delimiter), join(homedir(), 'go', 'bin')]) {
    const path = join(folder, tool)
    const isThere = access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (folder !== '' && (await isThere)) return path
  }
  return undefined
}

/**
 * @returns each tool's path
 * @throws StartError naming every missing tool and how to get it
 */
export async function findTools(env: NodeJS.ProcessEnv = process.env): Promise<Readonly<Record<Tool, string>>> {
  const [helm, kubeconform] = await Promise.all([find('helm', env), find('kubeconform', env)])
  if (helm && kubeconform) return { helm, kubeconform }
  const missing = Object.entries({ helm, kubeconform }).flatMap(([tool, path]) => (path ? [] : [tool as Tool]))
  const lines = missing.map((tool) => `  ${tool}: ${INSTALL[tool]}`)
  throw new StartError(`The chart is tested with programs that are neither on PATH nor in ~/go/bin:\n${lines.join('\n')}`)
}

/** @returns its path @throws StartError with what to install */
export async function findPromtool(say: (line: string) => void): Promise<string> {
  const program = await findProgram(PROMTOOL, say)
  if (program.kind === 'binary') return program.path
  throw new StartError('Alerts are tested with promtool: please install it (sudo apt-get install prometheus, brew install prometheus).')
}
