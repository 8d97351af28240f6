/** Tests that this machine cannot run: a skipped test always prints the reason. */

type Circumstances = {
  /** A program that the project's setup installs is missing or does not work. No setup can add kernel features or permissions. */
  readonly isSetupIncomplete?: boolean
  readonly cause?: unknown
  readonly env?: NodeJS.ProcessEnv
  readonly say?: (line: string) => void
}

/**
 * Prints which test is skipped and why; the caller skips it.
 * @throws Error with the reason in continuous integration whose setup is incomplete, because a printed reason would go unnoticed there
 */
export function cannotTry(
  reason: string,
  { isSetupIncomplete = false, cause, env = process.env, say = console.warn }: Circumstances = {},
): void {
  if (env.CI && isSetupIncomplete) throw new Error(reason, { cause })
  say(reason)
}
