import { join, resolve } from 'node:path'
import { PublicUrl } from '#kit/public-url.ts'
import { StartError } from '../servers/server.ts'

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
}

const FLAGS = ['--lan', '--dev', '--verbose'] as const

/** @throws StartError naming what is wrong */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, root: string): Options {
  const unknown = args.find((arg) => !FLAGS.some((flag) => flag === arg))
  if (unknown) throw new StartError(`${unknown} is not known here: npm start -- [${FLAGS.join('] [')}].`)
  const port = Number(env.PORT || 5000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`)
  // An empty value counts as unset, as it does for the services.
  const publicUrl = PublicUrl.optional().safeParse(env.PUBLIC_URL || undefined)
  if (publicUrl.error) throw new StartError(`PUBLIC_URL ${publicUrl.error.issues[0]?.message}.`)
  return {
    port,
    dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : join(root, '.data'),
    openBrowser: env.OPEN !== '0' && !env.CI && process.stdout.isTTY === true,
    lan: args.includes('--lan'),
    dev: args.includes('--dev'),
    verbose: args.includes('--verbose'),
  }
}
