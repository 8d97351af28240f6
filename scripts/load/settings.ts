/** What a run of k6 is told by `-e NAME=value` (docs/load.md); `npm run load` sets the same. k6 has no URL class and no Node. */
import { StartError } from '../servers/server.ts'
import { type AddressRange, parseRange } from './addresses.ts'
import { PROFILES, type Profile, type ProfileName, secondsOf, stretch } from './profiles.ts'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'

export type Settings = {
  /** The product's origin. */
  readonly url: string
  readonly scenario: ScenarioName
  readonly profileName: ProfileName
  readonly profile: Profile
  /** Names the load: what `k6 archive` fixes, and a tag of every sample. */
  readonly label: string
  /** The addresses that are sent as X-Forwarded-For, to an ingress that trusts this machine. */
  readonly forwardedFrom: AddressRange | undefined
  /** The path of a file of accounts (AccountSet); without it `setup()` registers them. */
  readonly accountsFile: string | undefined
  /** The path of the file for the summary (verdicts.ts). */
  readonly summaryFile: string | undefined
}

const DEFAULT_URL = 'http://localhost:5000'
const LEAST_SECONDS = 5

/** @param env an empty value counts as none @throws StartError naming the variable and its valid values */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const scenario = nameIn(SCENARIOS, env.SCENARIO, 'scenario', ' with -e SCENARIO=…')
  const profileName = nameIn(PROFILES, env.PROFILE, 'profile', ' with -e PROFILE=…')
  const profile = profileOf(profileName, env.SECONDS || undefined, 'SECONDS')
  const url = env.URL || DEFAULT_URL
  const [origin] = /^https?:\/\/[^/?#\s]+/.exec(url) ?? []
  if (!origin) throw new StartError(`URL must be an address like https://door.example, not "${url}".`)
  return {
    url: origin,
    scenario,
    profileName,
    profile,
    label: `${scenario} ${profileName} ${secondsOf(profile)}s`,
    forwardedFrom: env.FORWARDED_FROM ? parseRange(env.FORWARDED_FROM) : undefined,
    accountsFile: env.ACCOUNTS || undefined,
    summaryFile: env.SUMMARY || undefined,
  }
}

/** @param how to name one @param others valid names that are no rows @throws StartError with the valid names */
export function nameIn<T extends object>(
  rows: T,
  name: string | undefined,
  what: 'scenario' | 'profile',
  how = '',
  others: readonly string[] = [],
): Extract<keyof T, string> {
  if (name && isKeyOf(rows, name)) return name
  throw new StartError(
    `${name ? `There is no ${what} "${name}"` : `Name a ${what}${how}`}: ${[...Object.keys(rows), ...others].join(', ')}.`,
  )
}

/** @param seconds another length for the profile's shape @param from where it was given @throws StartError unless it is one */
export function profileOf(name: ProfileName, seconds: string | undefined, from: '--seconds' | 'SECONDS'): Profile {
  if (seconds === undefined) return PROFILES[name]
  const number = Number(seconds)
  if (!Number.isInteger(number) || number < LEAST_SECONDS)
    throw new StartError(`${from} must be a whole number from ${LEAST_SECONDS} on, not "${seconds}".`)
  return stretch(PROFILES[name], number)
}

function isKeyOf<T extends object>(rows: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(rows, name)
}
