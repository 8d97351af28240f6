/** The command line of `npm run load`. */
import { parseArgs } from 'node:util'
import { isLoopbackHost } from '#kit/loopback.ts'
import { StartError } from '../servers/server.ts'
import { type AddressRange, parseRange } from './addresses.ts'
import { PROFILES, type Profile, type ProfileName, stretch } from './profiles.ts'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'

/** How the product gets many addresses: the connections leave from them, or a trusted proxy sends them. */
export type Senders = { readonly by: 'local-ips' | 'forwarded-from'; readonly range: AddressRange; readonly insecure: boolean }
export type LoadOptions =
  | { readonly command: 'help' }
  | { readonly command: 'clean'; readonly url: string }
  | {
      readonly command: 'run'
      readonly scenario: ScenarioName | 'calls'
      readonly profileName: ProfileName
      readonly profile: Profile
      readonly url: string
      readonly senders: Senders
    }

/** All of 127.0.0.0/8 is this machine on Linux. */
const LOOPBACK_RANGE = '127.64.0.0/12'
const LEAST_SECONDS = 5

export const USAGE = `npm run load -- <scenario> <profile> [--url URL]
    [--local-ips RANGE | --forwarded-from RANGE] [--insecure] [--seconds N]
npm run load -- clean [--url URL]

scenarios
${listed({ ...SCENARIOS, calls: { summary: 'video calls in real Chromium pages (smoke, average and stress; started on this machine)' } })}
profiles
${listed(PROFILES)}
--url             the product; default http://localhost:5000 (or PORT)
--local-ips       the addresses that connections leave from; default ${LOOPBACK_RANGE} for a product on this machine
--forwarded-from  the addresses sent as X-Forwarded-For, to an ingress that trusts this machine, such as 198.18.0.0/15
--insecure        accepts any certificate, such as that of Caddy's own authority (not for calls)
--seconds         the profile's shape over another length
clean             removes the accounts that were prepared`

function listed(rows: Readonly<Record<string, { readonly summary: string }>>): string {
  return Object.entries(rows)
    .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
    .join('\n')
}

/** @throws StartError with the mistake and the valid values */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): LoadOptions {
  const { positionals, values } = parse(args)
  if (values.help || args.length === 0) return { command: 'help' }
  const [scenario = '', profileName = '', extra] = positionals
  const url = readUrl(values.url ?? `http://localhost:${env.PORT || 5000}`)
  if (scenario === 'clean') {
    if (profileName) throw new StartError('clean takes no profile: npm run load -- clean [--url URL].')
    return { command: 'clean', url: url.origin }
  }
  if (scenario !== 'calls' && !isKeyOf(SCENARIOS, scenario))
    throw new StartError(
      `${scenario ? `There is no scenario "${scenario}"` : 'Name a scenario'}: ${[...Object.keys(SCENARIOS), 'calls'].join(', ')}.`,
    )
  if (!isKeyOf(PROFILES, profileName))
    throw new StartError(`${profileName ? `There is no profile "${profileName}"` : 'Name a profile'}: ${Object.keys(PROFILES).join(', ')}.`)
  if (extra !== undefined) throw new StartError(`"${extra}" is one word too many: npm run load -- ${scenario} ${profileName} [options].`)
  const profile = values.seconds === undefined ? PROFILES[profileName] : stretch(PROFILES[profileName], readSeconds(values.seconds))
  return { command: 'run', scenario, profileName, profile, url: url.origin, senders: readSenders(values, url) }
}

type Values = {
  readonly help?: boolean
  readonly url?: string
  readonly seconds?: string
  readonly 'local-ips'?: string
  readonly 'forwarded-from'?: string
  readonly insecure?: boolean
}

function parse(args: readonly string[]): { readonly positionals: readonly string[]; readonly values: Values } {
  const string = { type: 'string' } as const
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      url: string,
      seconds: string,
      'local-ips': string,
      'forwarded-from': string,
      insecure: { type: 'boolean' },
    } as const
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}.\n\n${USAGE}`)
  }
}

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new StartError(`--url must be an address like https://door.example, not "${text}".`)
  return url
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < LEAST_SECONDS)
    throw new StartError(`--seconds must be a whole number from ${LEAST_SECONDS} on, not "${text}".`)
  return seconds
}

function readSenders(values: Values, url: URL): Senders {
  const { 'local-ips': local, 'forwarded-from': forwarded, insecure = false } = values
  if (local && forwarded) throw new StartError('Choose one of --local-ips and --forwarded-from.')
  if (forwarded) return { by: 'forwarded-from', range: parseRange(forwarded), insecure }
  if (local) return { by: 'local-ips', range: parseRange(local), insecure }
  if (isLoopbackHost(url.hostname)) return { by: 'local-ips', range: parseRange(LOOPBACK_RANGE), insecure }
  throw new StartError(
    `${url.hostname} counts its limits by address, and one machine has one: let its ingress trust this machine's X-Forwarded-For and add ` +
      '--forwarded-from 198.18.0.0/15, or name this machine’s own addresses with --local-ips.',
  )
}

function isKeyOf<T extends object>(rows: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(rows, name)
}
