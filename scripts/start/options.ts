import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PublicUrl } from '#kit/public-url.ts'
import { type OwnerName, SERVICES } from '#proto/operation.ts'
import { StartError } from '../servers/server.ts'

/** How many copies of each service run. */
export type CopyCounts = Readonly<Record<OwnerName, number>>

export type Options = {
  readonly port: number
  readonly dataDir: string
  readonly openBrowser: boolean
  /** On the home network over HTTPS, for real phones. */
  readonly lan: boolean
  /** Restart on change. */
  readonly dev: boolean
  /** Every log line, not only warnings. */
  readonly verbose: boolean
  readonly copies: CopyCounts
}

const FLAGS = ['lan', 'dev', 'verbose'] as const
const OWNERS: readonly OwnerName[] = ['gateway', ...SERVICES]
const MOST_COPIES = 8

type Arguments = { readonly flags: ReadonlySet<string>; readonly copies: CopyCounts }

function readArguments(args: readonly string[]): Arguments {
  const options = Object.fromEntries([
    ...FLAGS.map((name) => [name, { type: 'boolean' }] as const),
    ...OWNERS.map((name) => [name, { type: 'string' }] as const),
  ])
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const flags = new Set<string>()
  const copies = Object.fromEntries(OWNERS.map((name) => [name, 1])) as Record<OwnerName, number>
  for (const token of tokens) {
    const given = token.kind === 'option' ? token.rawName : token.kind === 'positional' ? token.value : '--'
    const name = token.kind === 'option' ? token.name : ''
    const owner = OWNERS.find((known) => known === name)
    if (token.kind === 'option' && owner) copies[owner] = copiesOf(given, token.value)
    else if (token.kind === 'option' && FLAGS.some((flag) => flag === name) && token.value === undefined) flags.add(name)
    else throw new StartError(`${given} is not known here: npm start -- ${USAGE}.`)
  }
  return { flags, copies }
}

const USAGE = `${FLAGS.map((name) => `[--${name}]`).join(' ')} [--<service> <copies>], where a service is ${OWNERS.join(', ')}`

/** @throws StartError */
function copiesOf(option: string, value: string | undefined): number {
  const copies = /^\d+$/.test(value ?? '') ? Number(value) : 0
  if (copies >= 1 && copies <= MOST_COPIES) return copies
  const found = value === undefined ? '' : `, not "${value}"`
  throw new StartError(`${option} takes a number of copies from 1 to ${MOST_COPIES}${found}.`)
}

/** @throws StartError naming what is wrong */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, root: string): Options {
  const { flags, copies } = readArguments(args)
  const port = Number(env.PORT || 5000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`)
  // An empty value counts as unset, as it does for the services.
  const publicUrl = PublicUrl.optional().safeParse(env.PUBLIC_URL || undefined)
  if (publicUrl.error) throw new StartError(`PUBLIC_URL ${publicUrl.error.issues[0]?.message}.`)
  if (copies.sfu > 1 && env.MEDIA_PORT)
    throw new StartError('MEDIA_PORT is for one sfu: several need MEDIA_PORT_RANGE in its place, such as 40000-40015.')
  return {
    port,
    dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : join(root, '.data'),
    openBrowser: env.OPEN !== '0' && !env.CI && process.stdout.isTTY === true,
    lan: flags.has('lan'),
    dev: flags.has('dev'),
    verbose: flags.has('verbose'),
    copies,
  }
}
