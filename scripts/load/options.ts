/** The command line of `npm run load`. */
import { parseArgs } from 'node:util'
import { isLoopbackHost } from '#kit/loopback.ts'
import { StartError } from '../servers/server.ts'
import { type AddressRange, parseRange } from './addresses.ts'
import { PROFILES, type Profile, type ProfileName } from './profiles.ts'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'
import { nameIn, profileOf } from './settings.ts'

/** How the product gets many addresses: the connections leave from them, or a trusted proxy sends them. */
export type Senders = { readonly by: 'local-ips' | 'forwarded-from'; readonly range: AddressRange; readonly insecure: boolean }
export type LoadOptions =
  | { readonly command: 'help' }
  | { readonly command: 'clean'; readonly url: string; readonly senders: Senders }
  | {
      readonly command: 'run'
      readonly scenario: ScenarioName | 'calls'
      readonly profileName: ProfileName
      readonly profile: Profile
      /** Another length of the profile, as it was given. */
      readonly seconds: string | undefined
      readonly url: string
      readonly senders: Senders
      /** Options of k6 itself, after its own ones. */
      readonly k6: readonly string[]
    }
export type RunOptions = Extract<LoadOptions, { command: 'run' }>

/** All of 127.0.0.0/8 is this machine on Linux. */
const LOOPBACK_RANGE = '127.64.0.0/12'
/** Connections leave from the address that the system chooses. */
const ANY_ADDRESS: AddressRange = { cidr: '0.0.0.0/32', first: 0, count: 1 }

export const USAGE = `npm run load -- <scenario> <profile> [--url URL]
    [--local-ips RANGE | --forwarded-from RANGE] [--insecure] [--seconds N] [-- <options of k6>]
npm run load -- clean [--url URL] [--local-ips RANGE | --forwarded-from RANGE] [--insecure]

scenarios
${listed({ ...SCENARIOS, calls: { summary: 'video calls in real Chromium pages (smoke, average and stress; started on this machine)' } })}
profiles
${listed(PROFILES)}
--url             the product; default http://localhost:5000 (or PORT)
--local-ips       the addresses that connections leave from; default ${LOOPBACK_RANGE} for a product on this machine
--forwarded-from  the addresses sent as X-Forwarded-For, to an ingress that trusts this machine, such as 198.18.0.0/15
--insecure        accepts any certificate, such as that of Caddy's own authority (not for calls)
--seconds         the profile's shape over another length
clean             deletes the accounts that were prepared, each by its own password
after a second -- options of k6, such as --out experimental-prometheus-rw; K6_* of the environment count too`

function listed(rows: Readonly<Record<string, { readonly summary: string }>>): string {
  return Object.entries(rows)
    .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
    .join('\n')
}

/** @throws StartError with the mistake and the valid values */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): LoadOptions {
  const [own, k6] = splitAt(args, '--')
  const { positionals, values } = parse(own)
  if (values.help || args.length === 0) return { command: 'help' }
  const [first = '', second = '', extra] = positionals
  const url = readUrl(values.url ?? `http://localhost:${env.PORT || 5000}`)
  if (first === 'clean') {
    if (second || k6.length > 0) throw new StartError('clean takes no profile and no options of k6: npm run load -- clean [--url URL].')
    return { command: 'clean', url: url.origin, senders: readSenders(values, url, ANY_ADDRESS) }
  }
  const scenario = first === 'calls' ? first : nameIn(SCENARIOS, first, 'scenario', '', ['calls'])
  const profileName = nameIn(PROFILES, second, 'profile')
  if (extra !== undefined) throw new StartError(`"${extra}" is one word too many: npm run load -- ${scenario} ${profileName} [options].`)
  if (scenario === 'calls' && k6.length > 0) throw new StartError('calls run in browsers, without k6: they take none of its options.')
  const { seconds } = values
  const profile = profileOf(profileName, seconds, '--seconds')
  return { command: 'run', scenario, profileName, profile, seconds, url: url.origin, senders: readSenders(values, url), k6 }
}

/** @returns what is before the first such word, and what is after it */
function splitAt(args: readonly string[], word: string): readonly [readonly string[], readonly string[]] {
  const at = args.indexOf(word)
  return at === -1 ? [args, []] : [args.slice(0, at), args.slice(at + 1)]
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

/** @param fallback the addresses for a product on another machine, where one is enough */
function readSenders(values: Values, url: URL, fallback?: AddressRange): Senders {
  const { 'local-ips': local, 'forwarded-from': forwarded, insecure = false } = values
  if (local && forwarded) throw new StartError('Choose one of --local-ips and --forwarded-from.')
  if (forwarded) return { by: 'forwarded-from', range: parseRange(forwarded), insecure }
  if (local) return { by: 'local-ips', range: parseRange(local), insecure }
  if (isLoopbackHost(url.hostname)) return { by: 'local-ips', range: parseRange(LOOPBACK_RANGE), insecure }
  if (fallback) return { by: 'local-ips', range: fallback, insecure }
  throw new StartError(
    `${url.hostname} counts its limits by address, and one machine has one: let its ingress trust this machine's X-Forwarded-For and add ` +
      '--forwarded-from 198.18.0.0/15, or name this machine’s own addresses with --local-ips.',
  )
}
