/** A client generated from the product's OpenAPI document, as the author of a program makes one. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

const run = promisify(execFile)
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name)
const COMPILER = {
  target: 'esnext',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  skipLibCheck: false,
  types: ['node'],
}

export type GeneratedClient = {
  /** Runs the program with these arguments in a process of its own. @returns what it printed */
  run(...args: readonly string[]): Promise<string>
  remove(): Promise<void>
}

/**
 * Generates the types of a document into `doorbell.d.ts`, and type-checks a program that imports them.
 * @param document the text of the OpenAPI document
 * @param program TypeScript that Node runs as it is
 * @throws Error with the compiler's lines if the program does not fit the types
 */
export async function generateClient(document: string, program: string): Promise<GeneratedClient> {
  const folder = await mkdtemp(join(tmpdir(), 'api-client-'))
  const remove = () => rm(folder, { recursive: true })
  try {
    await mkdir(join(folder, 'src'))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const write = (name: string, text: string) => writeFile(join(folder, name), text)
    await write('package.json', '{ "type": "module" }')
    await write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER, include: ['src'] }))
    await write('openapi.json', document)
    await write('src/program.ts', program)
    const hook = join(import.meta.dirname, 'typescript-api.mjs')
    await run(process.execPath, ['--import', hook, bin('openapi-typescript'), 'openapi.json', '--output', 'src/doorbell.d.ts'], {
      cwd: folder,
    })
    await run(bin('tsc'), ['--project', folder]).catch(({ stdout }: { stdout: string }) => {
      throw new Error(stdout)
    })
  } catch (error) {
    await remove()
    throw error
  }
  return {
    run: async (...args) => (await run(process.execPath, [join(folder, 'src', 'program.ts'), ...args])).stdout,
    remove,
  }
}
