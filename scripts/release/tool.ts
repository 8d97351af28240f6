/** Programs that publish a release. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from '../servers/server.ts'

const run = promisify(execFile)

const HELP = {
  helm: 'go install helm.sh/helm/v4/cmd/helm@v4.3.1',
  cosign: 'go install github.com/sigstore/cosign/v3/cmd/cosign@v3.1.2',
} as const

/**
 * @returns what the program says
 * @throws StartError with what it says, or with how to get it
 */
export async function runTool(program: keyof typeof HELP, args: readonly string[]): Promise<string> {
  return run(program, [...args], { maxBuffer: 16 * 1024 * 1024 }).then(
    ({ stdout, stderr }) => `${stdout}${stderr}`,
    (error: { code?: unknown; stdout?: string; stderr?: string; message: string }) => {
      if (error.code === 'ENOENT') throw new StartError(`${program} is not on PATH: ${HELP[program]}`)
      throw new StartError(`${program} ${args[0]} failed:\n${error.stderr || error.stdout || error.message}`)
    },
  )
}
