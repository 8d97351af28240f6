/** One break of the product: an edit of one file that a user, an operator or an attacker would notice. */
export type Break = {
  /** Describes the fault. */
  readonly name: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** The test files that should fail, the fastest first. */
  readonly tests: readonly string[]
}

export const lines = (...all: readonly string[]): string => all.join('\n')
