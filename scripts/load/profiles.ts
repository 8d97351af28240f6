/** How the load changes over time. A level multiplies the amounts of a scenario (scenarios.ts); 1 is an ordinary evening. */

/** The load reaches `level` linearly within these seconds. */
export type Stage = { readonly seconds: number; readonly level: number }
export type Profile = {
  readonly summary: string
  /** The level at the start. */
  readonly from: number
  readonly stages: readonly Stage[]
  /** Which bounds of thresholds.ts apply: those of ordinary load, or the wider ones of a load that looks for the limit. */
  readonly bounds: 'ordinary' | 'peak'
  /** From so many seconds on, k6 ends a run in which a tenth fails (thresholds.ts); the time of `setup()` counts. Absent: it never does. */
  readonly abortsAfter?: number
}

const steps = (...levels: readonly number[]): Stage[] =>
  levels.flatMap((level) => [
    { seconds: 10, level },
    { seconds: 50, level },
  ])

export const PROFILES = {
  smoke: {
    summary: 'a fifth of the average for 20 s: does everything work?',
    from: 0.2,
    stages: [{ seconds: 20, level: 0.2 }],
    bounds: 'ordinary',
  },
  average: {
    summary: 'an ordinary evening, 2 min',
    from: 0.2,
    stages: [
      { seconds: 20, level: 1 },
      { seconds: 100, level: 1 },
    ],
    bounds: 'ordinary',
  },
  stress: {
    summary: 'steps of 1, 2, 4 and 8 times the average, 1 min each: where does it bend?',
    from: 0.2,
    stages: steps(1, 2, 4, 8),
    bounds: 'peak',
  },
  spike: {
    summary: '8 times the average within 5 s for 25 s, and a minute to recover',
    from: 0.2,
    stages: [
      ...steps(1).slice(0, 1),
      { seconds: 20, level: 1 },
      { seconds: 5, level: 8 },
      { seconds: 25, level: 8 },
      { seconds: 5, level: 1 },
      { seconds: 55, level: 1 },
    ],
    bounds: 'peak',
  },
  soak: {
    summary: 'the average for an hour: does anything grow?',
    from: 0.2,
    stages: [
      { seconds: 60, level: 1 },
      { seconds: 3_540, level: 1 },
    ],
    bounds: 'ordinary',
    abortsAfter: 300,
  },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof PROFILES

/** @returns how long a profile lasts */
export function secondsOf({ stages }: Profile): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** @returns the highest level that a profile reaches */
export function peakOf({ from, stages }: Profile): number {
  return Math.max(from, ...stages.map(({ level }) => level))
}

/** @returns the same shape over another length; every stage lasts at least a second */
export function stretch(profile: Profile, seconds: number): Profile {
  const factor = seconds / secondsOf(profile)
  return { ...profile, stages: profile.stages.map((stage) => ({ ...stage, seconds: Math.max(1, Math.round(stage.seconds * factor)) })) }
}
