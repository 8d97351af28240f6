/** Stripe's OpenAPI specification and the fixtures published with it, from the Go module of stripe-mock. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findGo } from '../../servers/go.ts'
import { cannotTry } from '../cannot-try.ts'

const run = promisify(execFile)

/** The newest one; its specification has the API version of the SDK that package.json pins. */
const MODULE = 'github.com/stripe/stripe-mock@v0.203.0'
const DOWNLOAD_MS = 120_000

export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly nullable?: boolean
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly [keyword: string]: unknown
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema }
export type SpecOperation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content: Content }>>
}
export type StripeSpec = {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, SpecOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
export type Fixtures = { readonly resources: Readonly<Record<string, Readonly<Record<string, unknown>>>> }

/**
 * @returns the specification and the fixtures; undefined, with the reason printed, if Go is not available or cannot download the module
 * @throws Error with that reason in continuous integration
 */
export async function readStripeSpec(
  env: NodeJS.ProcessEnv = process.env,
  say: (line: string) => void = console.warn,
): Promise<{ readonly spec: StripeSpec; readonly fixtures: Fixtures } | undefined> {
  try {
    const go = await findGo(say, { env })
    const { stdout } = await run(go.command, ['mod', 'download', '-json', MODULE], {
      env: go.env,
      timeout: DOWNLOAD_MS,
      maxBuffer: 32 << 20,
    })
    const folder = join((JSON.parse(stdout) as { Dir: string }).Dir, 'embedded', 'openapi')
    const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return { spec: read('spec3.json'), fixtures: read('fixtures3.json') }
  } catch (error) {
    const { stdout, message } = error as { stdout?: string; message: string }
    const reason = `nothing is compared with Stripe's OpenAPI: ${MODULE} could not be fetched: ${stdout || message}`
    cannotTry(reason, { isSetupIncomplete: true, cause: error, env, say })
    return undefined
  }
}
