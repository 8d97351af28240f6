/** What this machine cannot run: a test that is skipped always says why. */

type Circumstances = {
  /** A program is missing, or does nothing, that the project's setup installs. What kernel, system and rights give, no setup can. */
  readonly isSetupIncomplete?: boolean
  readonly cause?: unknown
  readonly env?: NodeJS.ProcessEnv
  readonly say?: (line: string) => void
}

/**
 * Prints what is not tried and why; the caller skips it.
 * @throws Error with it in continuous integration whose setup is incomplete, where nobody would read it
 */
export function cannotTry(
  reason: string,
  { isSetupIncomplete = false, cause, env = process.env, say = console.warn }: Circumstances = {},
): void {
  if (env.CI && isSetupIncomplete) throw new Error(reason, { cause })
  say(reason)
}
