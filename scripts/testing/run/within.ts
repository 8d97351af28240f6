/** The time that a run may take (`--within=<minutes>`). */

const OPTION = '--within='

/** Whether work that takes this share of the time since the run began ends within the run's time. */
export type Fits = (share: number) => boolean

export const isWithin = (word: string): boolean => word.startsWith(OPTION)

/**
 * @param elapsed milliseconds since the run began
 * @returns undefined without the option
 * @throws Error if it names no number of minutes
 */
export function fitsWithin(args: readonly string[], elapsed: () => number): Fits | undefined {
  const given = args.find(isWithin)
  if (given === undefined) return undefined
  const minutes = given.slice(OPTION.length)
  if (!/^\d+$/.test(minutes)) throw new Error(`${given} names no number of minutes`)
  return (share) => elapsed() * (1 + share) <= Number(minutes) * 60_000
}
