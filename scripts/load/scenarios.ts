/** The scenarios of k6: which parts run, and how much of each makes an average load. */
import type { Options } from 'k6/options'
import { type Profile, peakOf, secondsOf } from './profiles.ts'
import { type Part, thresholdsOf } from './thresholds.ts'

/** `idle`: open sockets. `dashboard`: open tabs. The others: begun per second. */
export type Amounts = Readonly<Partial<Record<Exclude<Part, 'residents'>, number>>>
type Scenario = { readonly summary: string; readonly average: Amounts }

export const SCENARIOS = {
  idle: { summary: 'residents on open sockets, to whom nothing happens', average: { idle: 250 } },
  visitors: { summary: 'visitors open the page, ring, and get an answer', average: { visitors: 4 } },
  chat: { summary: 'visitors ring and write with the resident', average: { chat: 2 } },
  dashboard: { summary: 'dashboards open and poll their lists', average: { dashboard: 100 } },
  'sign-in': { summary: 'residents sign in at once, as after an outage', average: { signIn: 2 } },
  flood: { summary: 'five addresses flood one door while visitors ring at others', average: { flood: 40, visitors: 2 } },
  mixed: {
    summary: 'an evening: all of these together, without the flood',
    average: { idle: 100, visitors: 2, chat: 0.5, dashboard: 40, signIn: 0.25 },
  },
} as const satisfies Readonly<Record<string, Scenario>>
export type ScenarioName = keyof typeof SCENARIOS

/** One virtual user holds the sockets of this many residents. */
const SOCKETS_PER_USER = 10
/** As many accounts answer rings at least, each held by a virtual user of its own: as many k6 can share the load. */
const LEAST_ANSWERING = 20
/** A resident answers a ring this often at most; a door takes 100 rings a minute (LIMITS.ring). */
const SECONDS_BETWEEN_RINGS = 5
/** Visitors begin when the residents' sockets are open. */
const LEAD_SECONDS = 5
/** Residents stay until the last visits are over. */
const TAIL_SECONDS = 8
/** A rare part is still measured. */
const LEAST_PER_MINUTE = 12
/** Virtual users per visit begun in a second. LIMITS.ring allows an address 20 rings a minute; twelve users ring five times each. */
const USERS_PER_RATE = 12
const FLOODING_ADDRESSES = 5
/** Dashboards and sign-ins take turns with some. */
const LEAST_ACCOUNTS = 20

export type K6Scenarios = NonNullable<Options['scenarios']>
export type LoadShape = {
  /** Seconds of the profile, with the residents' time before and after it. */
  readonly seconds: number
  /** Residents are there this many seconds before everything else begins. */
  readonly lead: number
  /** Accounts that answer rings; the first ones. */
  readonly answering: number
  /** Accounts with idle sockets; they follow. */
  readonly idle: number
  /** All accounts but those of flooded doors. */
  readonly accounts: number
  /** Each k6 floods the door of one more account. */
  readonly hasFloodedDoor: boolean
  /** Virtual users that hold the sockets of both kinds. */
  readonly users: { readonly answering: number; readonly idle: number }
  readonly scenarios: K6Scenarios
  readonly thresholds: NonNullable<Options['thresholds']>
}

/** @returns how many users and arrivals k6 makes of a scenario and a profile */
export function shapeOf(name: ScenarioName, profile: Profile): LoadShape {
  const { average }: Scenario = SCENARIOS[name]
  const peak = peakOf(profile)
  const rings = (average.visitors ?? 0) + (average.chat ?? 0)
  const answering = rings > 0 ? Math.max(LEAST_ANSWERING, Math.ceil(rings * peak * SECONDS_BETWEEN_RINGS)) : 0
  const idle = Math.ceil((average.idle ?? 0) * peak)
  const users = { answering: Math.min(answering, Math.max(LEAST_ANSWERING, usersOf(answering))), idle: usersOf(idle) }
  const lead = answering > 0 ? LEAD_SECONDS : 0
  const parts = Object.keys(average) as (keyof Amounts)[]
  const seconds = lead + secondsOf(profile) + (answering > 0 ? TAIL_SECONDS : 0)
  const scenarios = Object.fromEntries(parts.map((part) => [part, scenarioOf(part, average[part] ?? 0, profile, lead)]))
  return {
    seconds,
    lead,
    answering,
    idle,
    accounts: Math.max(answering + idle, Math.ceil((average.dashboard ?? 0) * peak), LEAST_ACCOUNTS),
    hasFloodedDoor: 'flood' in average,
    users,
    scenarios: {
      ...(answering > 0 ? { residents: residentsOf(users.answering, seconds) } : {}),
      ...scenarios,
    } as K6Scenarios,
    thresholds: thresholdsOf(partsOf(name), profile),
  }
}

/** @returns the parts that run, and have bounds in thresholds.ts */
export function partsOf(name: ScenarioName): Part[] {
  const { average }: Scenario = SCENARIOS[name]
  const parts = Object.keys(average) as Part[]
  return (average.visitors ?? 0) + (average.chat ?? 0) > 0 ? ['residents', ...parts] : parts
}

const usersOf = (sockets: number): number => Math.ceil(sockets / SOCKETS_PER_USER)

const residentsOf = (vus: number, seconds: number) => ({
  executor: 'constant-vus',
  exec: 'residents',
  vus,
  duration: `${seconds}s`,
  gracefulStop: '10s',
})

/** Held users (sockets, tabs) ramp in number; visits, chats, sign-ins and floods in arrivals a minute. */
function scenarioOf(part: keyof Amounts, amount: number, profile: Profile, lead: number) {
  const common = { exec: part, startTime: `${lead}s`, gracefulStop: '30s' }
  if (part === 'idle' || part === 'dashboard') {
    const users = (level: number) => Math.max(1, part === 'idle' ? usersOf(amount * level) : Math.ceil(amount * level))
    const stages = profile.stages.map(({ seconds, level }) => ({ duration: `${seconds}s`, target: users(level) }))
    return { ...common, executor: 'ramping-vus', startVUs: users(profile.from), gracefulRampDown: '2s', stages }
  }
  const perMinute = (level: number) => Math.max(LEAST_PER_MINUTE, Math.round(60 * amount * level))
  const stages = profile.stages.map(({ seconds, level }) => ({ duration: `${seconds}s`, target: perMinute(level) }))
  const users = part === 'flood' ? FLOODING_ADDRESSES : Math.ceil((perMinute(peakOf(profile)) / 60) * USERS_PER_RATE) + 2
  return {
    ...common,
    executor: 'ramping-arrival-rate',
    timeUnit: '1m',
    startRate: perMinute(profile.from),
    stages,
    preAllocatedVUs: users,
    maxVUs: part === 'flood' ? users : users * 2,
  }
}
